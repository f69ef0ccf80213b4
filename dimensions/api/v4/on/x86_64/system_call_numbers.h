// SPDX-License-Identifier: BSD-2-Clause
// The numbers that user stubs pass in rbp, for assembly and C++. IPC is 0: one test tells it.
#define SYSTEM_CALL_IPC 0
#define SYSTEM_CALL_SPACE_CONTROL 1
#define SYSTEM_CALL_THREAD_CONTROL 2
#define SYSTEM_CALL_PROCESSOR_CONTROL 3
#define SYSTEM_CALL_MEMORY_CONTROL 4
#define SYSTEM_CALL_UNMAP 5
#define SYSTEM_CALL_EXCHANGE_REGISTERS 6
#define SYSTEM_CALL_SYSTEM_CLOCK 7
#define SYSTEM_CALL_THREAD_SWITCH 8
#define SYSTEM_CALL_SCHEDULE 9

// The tag of a message of one item alone, but for its label; what has become of it, if anything.
#define TAG_OF_ONE_ITEM 0x80
#define ITEM_SENT 1
#define ITEM_SWITCHED 2
