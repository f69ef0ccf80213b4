// SPDX-License-Identifier: BSD-2-Clause
// The published encodings of L4 X.2, <l4/abi/…>, by their names within the kernel.
#pragma once

#include <l4/abi/calls.hpp>
#include <l4/abi/error.hpp>
#include <l4/abi/fpage.hpp>
#include <l4/abi/io_fpage.hpp>
#include <l4/abi/kip.hpp>
#include <l4/abi/map_item.hpp>
#include <l4/abi/memory_attribute.hpp>
#include <l4/abi/memory_descriptor.hpp>
#include <l4/abi/message_tag.hpp>
#include <l4/abi/protocol.hpp>
#include <l4/abi/schedule.hpp>
#include <l4/abi/string_item.hpp>
#include <l4/abi/thread_id.hpp>
#include <l4/abi/time.hpp>
#include <l4/abi/utcb.hpp>

namespace flat::api {

using ::l4::CallAddresses;
using ::l4::Error;
using ::l4::ExceptionMessage;
using ::l4::Fpage;
using ::l4::InterruptMessage;
using ::l4::IoFpage;
using ::l4::IpcError;
using ::l4::KernelInterfacePage;
using ::l4::MemoryAttribute;
using ::l4::MemoryDescriptor;
using ::l4::MemoryType;
using ::l4::MessageTag;
using ::l4::PageFault;
using ::l4::PortFault;
using ::l4::PreemptionControl;
using ::l4::PreemptionFlag;
using ::l4::PreemptionMessage;
using ::l4::Rights;
using ::l4::same_parameter;
using ::l4::same_utcb;
using ::l4::ServerRegion;
using ::l4::shorter;
using ::l4::StartMessage;
using ::l4::StringHeader;
using ::l4::ThreadId;
using ::l4::ThreadState;
using ::l4::Time;
using ::l4::TimeControl;
using ::l4::Timeouts;
using ::l4::TypedItem;
using ::l4::Utcb;
using ::l4::utcb_area_log2_max;
using ::l4::utcb_size_log2;

} // namespace flat::api
