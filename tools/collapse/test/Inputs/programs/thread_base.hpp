// SPDX-License-Identifier: BSD-2-Clause
// The common base of a hierarchy whose members several units define.
#pragma once
class ThreadBase {
public:
    virtual int number() const = 0;
    virtual void wake();
    int state() const;

protected:
    int state_ = 0;
};
