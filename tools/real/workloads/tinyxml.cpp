// SPDX-License-Identifier: BSD-2-Clause
// The representative run of TinyXML: prints a document of ten thousand nodes, ten times.
#include "tinyxml.h"

#include <cstdio>

int main() {
    TiXmlDocument document;
    for (int i = 0; i < 2500; ++i) {
        auto* const element = new TiXmlElement("entry");
        element->SetAttribute("number", i);
        element->LinkEndChild(new TiXmlComment("a remark"));
        element->LinkEndChild(new TiXmlText("some text"));
        document.LinkEndChild(element);
        element->LinkEndChild(new TiXmlElement("empty"));
    }
    unsigned long size = 0;
    for (int i = 0; i < 10; ++i) {
        TiXmlPrinter printer;
        printer.SetStreamPrinting();
        document.Accept(&printer);
        size += printer.Size();
    }
    std::printf("%lu\n", size);
}
