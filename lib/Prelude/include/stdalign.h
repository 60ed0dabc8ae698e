#pragma once
#define alignas alignas
#define alignof alignof
