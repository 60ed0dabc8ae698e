// Streams: string, standard and file streams, and their manipulators.
#pragma once
#include <aoti_std/containers.h>
namespace std {
using streamsize = ptrdiff_t;
using streamoff = long;
using streampos = long;
class locale {
public:
  locale() noexcept;
  explicit locale(const char *);
  static const locale &classic();
};
class ios_base {
public:
  using fmtflags = unsigned;
  using iostate = unsigned;
  using openmode = unsigned;
  using seekdir = int;
  static constexpr fmtflags boolalpha = 1, dec = 2, fixed = 4, hex = 8, internal = 16, left = 32, oct = 64, right = 128, scientific = 256, showbase = 512, showpoint = 1024, showpos = 2048, skipws = 4096, unitbuf = 8192, uppercase = 16384, adjustfield = left | right | internal, basefield = dec | oct | hex, floatfield = scientific | fixed;
  static constexpr iostate goodbit = 0, badbit = 1, eofbit = 2, failbit = 4;
  static constexpr openmode app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32;
  static constexpr seekdir beg = 0, cur = 1, end = 2;
  class failure : public runtime_error {
  public:
    using runtime_error::runtime_error;
  };
  fmtflags flags() const;
  fmtflags flags(fmtflags);
  fmtflags setf(fmtflags);
  fmtflags setf(fmtflags, fmtflags);
  void unsetf(fmtflags);
  streamsize precision() const;
  streamsize precision(streamsize);
  streamsize width() const;
  streamsize width(streamsize);
  locale imbue(const locale &);
  static bool sync_with_stdio(bool = true);
  virtual ~ios_base();
};
template <class C, class Tr = char_traits<C>> class basic_streambuf {
public:
  virtual ~basic_streambuf();
  int sgetc();
  int sputc(C);
  streamsize sputn(const C *, streamsize);
  streamsize sgetn(C *, streamsize);
  int pubsync();
};
template <class C, class Tr = char_traits<C>> class basic_ostream;
template <class C, class Tr = char_traits<C>> class basic_ios : public ios_base {
public:
  explicit operator bool() const;
  bool operator!() const;
  iostate rdstate() const;
  void clear(iostate = goodbit);
  void setstate(iostate);
  bool good() const;
  bool eof() const;
  bool fail() const;
  bool bad() const;
  void exceptions(iostate);
  iostate exceptions() const;
  C fill() const;
  C fill(C);
  basic_streambuf<C, Tr> *rdbuf() const;
  basic_streambuf<C, Tr> *rdbuf(basic_streambuf<C, Tr> *);
  basic_ostream<C, Tr> *tie(basic_ostream<C, Tr> *);
  basic_ios &copyfmt(const basic_ios &);
};
template <class C, class Tr> class basic_ostream : virtual public basic_ios<C, Tr> {
public:
  explicit basic_ostream(basic_streambuf<C, Tr> *);
  virtual ~basic_ostream();
  basic_ostream &operator<<(basic_ostream &(*)(basic_ostream &));
  basic_ostream &operator<<(ios_base &(*)(ios_base &));
  basic_ostream &operator<<(bool);
  basic_ostream &operator<<(short);
  basic_ostream &operator<<(unsigned short);
  basic_ostream &operator<<(int);
  basic_ostream &operator<<(unsigned);
  basic_ostream &operator<<(long);
  basic_ostream &operator<<(unsigned long);
  basic_ostream &operator<<(long long);
  basic_ostream &operator<<(unsigned long long);
  basic_ostream &operator<<(float);
  basic_ostream &operator<<(double);
  basic_ostream &operator<<(long double);
  basic_ostream &operator<<(const void *);
  basic_ostream &operator<<(nullptr_t);
  basic_ostream &operator<<(basic_streambuf<C, Tr> *);
  basic_ostream &put(C);
  basic_ostream &write(const C *, streamsize);
  basic_ostream &flush();
  streampos tellp();
  basic_ostream &seekp(streampos);
  basic_ostream &seekp(streamoff, ios_base::seekdir);
protected:
  basic_ostream();
  basic_ostream(basic_ostream &&);
};
#define AOTI_O basic_ostream<C, Tr>
template <class C, class Tr> AOTI_O &operator<<(AOTI_O &, C) {}
template <class C, class Tr> AOTI_O &operator<<(AOTI_O &, const C *) {}
template <class Tr> basic_ostream<char, Tr> &operator<<(basic_ostream<char, Tr> &, signed char) {}
template <class Tr> basic_ostream<char, Tr> &operator<<(basic_ostream<char, Tr> &, unsigned char) {}
template <class Tr> basic_ostream<char, Tr> &operator<<(basic_ostream<char, Tr> &, const signed char *) {}
template <class Tr> basic_ostream<char, Tr> &operator<<(basic_ostream<char, Tr> &, const unsigned char *) {}
template <class C, class Tr, class A> AOTI_O &operator<<(AOTI_O &, const basic_string<C, Tr, A> &) {}
template <class C, class Tr> AOTI_O &operator<<(AOTI_O &, basic_string_view<C, Tr>) {}
template <class C, class Tr, class T, class D> AOTI_O &operator<<(AOTI_O &, const unique_ptr<T, D> &) {}
template <class C, class Tr, class T> AOTI_O &operator<<(AOTI_O &, const shared_ptr<T> &) {}
template <class S, class T> requires(__is_base_of(ios_base, S) && !__is_reference(S)) S &&operator<<(S &&, const T &) {}
template <class C, class Tr> AOTI_O &endl(AOTI_O &) {}
template <class C, class Tr> AOTI_O &ends(AOTI_O &) {}
template <class C, class Tr> AOTI_O &flush(AOTI_O &) {}
#define AOTI_MANIP(N) ios_base &N(ios_base &);
AOTI_MANIP(boolalpha) AOTI_MANIP(noboolalpha) AOTI_MANIP(showbase) AOTI_MANIP(noshowbase) AOTI_MANIP(showpoint) AOTI_MANIP(noshowpoint) AOTI_MANIP(showpos) AOTI_MANIP(noshowpos) AOTI_MANIP(skipws) AOTI_MANIP(noskipws) AOTI_MANIP(uppercase) AOTI_MANIP(nouppercase) AOTI_MANIP(unitbuf) AOTI_MANIP(internal) AOTI_MANIP(left) AOTI_MANIP(right) AOTI_MANIP(dec) AOTI_MANIP(hex) AOTI_MANIP(oct) AOTI_MANIP(fixed) AOTI_MANIP(scientific) AOTI_MANIP(hexfloat) AOTI_MANIP(defaultfloat)
#undef AOTI_MANIP
struct AotiManip {};
AotiManip setw(int);
AotiManip setprecision(int);
AotiManip setbase(int);
AotiManip setiosflags(ios_base::fmtflags);
template <class C> AotiManip setfill(C) {}
template <class T> AotiManip put_time(const T *, const char *) {}
template <class T> AotiManip quoted(const T &) {}
template <class C, class Tr> AOTI_O &operator<<(AOTI_O &, AotiManip) {}

template <class C, class Tr = char_traits<C>> class basic_istream : virtual public basic_ios<C, Tr> {
public:
  explicit basic_istream(basic_streambuf<C, Tr> *);
  virtual ~basic_istream();
  basic_istream &operator>>(basic_istream &(*)(basic_istream &));
  basic_istream &operator>>(ios_base &(*)(ios_base &));
  basic_istream &operator>>(bool &);
  basic_istream &operator>>(short &);
  basic_istream &operator>>(unsigned short &);
  basic_istream &operator>>(int &);
  basic_istream &operator>>(unsigned &);
  basic_istream &operator>>(long &);
  basic_istream &operator>>(unsigned long &);
  basic_istream &operator>>(long long &);
  basic_istream &operator>>(unsigned long long &);
  basic_istream &operator>>(float &);
  basic_istream &operator>>(double &);
  basic_istream &operator>>(void *&);
  streamsize gcount() const;
  int get();
  basic_istream &get(C &);
  basic_istream &getline(C *, streamsize);
  basic_istream &getline(C *, streamsize, C);
  basic_istream &ignore(streamsize = 1, int = -1);
  int peek();
  basic_istream &read(C *, streamsize);
  streamsize readsome(C *, streamsize);
  basic_istream &unget();
  streampos tellg();
  basic_istream &seekg(streampos);
  basic_istream &seekg(streamoff, ios_base::seekdir);
protected:
  basic_istream();
  basic_istream(basic_istream &&);
};
template <class C, class Tr> basic_istream<C, Tr> &operator>>(basic_istream<C, Tr> &, C &) {}
template <class C, class Tr> basic_istream<C, Tr> &operator>>(basic_istream<C, Tr> &, C *) {}
template <class C, class Tr, class A> basic_istream<C, Tr> &operator>>(basic_istream<C, Tr> &, basic_string<C, Tr, A> &) {}
template <class C, class Tr> basic_istream<C, Tr> &ws(basic_istream<C, Tr> &) {}
template <class C, class Tr, class A> basic_istream<C, Tr> &getline(basic_istream<C, Tr> &, basic_string<C, Tr, A> &) {}
template <class C, class Tr, class A> basic_istream<C, Tr> &getline(basic_istream<C, Tr> &, basic_string<C, Tr, A> &, C) {}
template <class C, class Tr = char_traits<C>> class basic_iostream : public basic_istream<C, Tr>, public basic_ostream<C, Tr> {
public:
  explicit basic_iostream(basic_streambuf<C, Tr> *);
  virtual ~basic_iostream();
protected:
  basic_iostream();
  basic_iostream(basic_iostream &&);
};
#define AOTI_STRING_STREAM(N, B)                                               \
  template <class C, class Tr = char_traits<C>, class A = allocator<C>> class N : public B<C, Tr> { \
  public:                                                                      \
    N();                                                                       \
    explicit N(ios_base::openmode);                                            \
    explicit N(const basic_string<C, Tr, A> &, ios_base::openmode = 0);        \
    N(N &&);                                                                   \
    N &operator=(N &&);                                                        \
    ~N();                                                                      \
    basic_string<C, Tr, A> str() const &;                                      \
    basic_string<C, Tr, A> str() &&;                                           \
    void str(const basic_string<C, Tr, A> &);                                  \
    basic_string_view<C, Tr> view() const;                                     \
  };
AOTI_STRING_STREAM(basic_stringstream, basic_iostream)
AOTI_STRING_STREAM(basic_ostringstream, basic_ostream)
AOTI_STRING_STREAM(basic_istringstream, basic_istream)
#undef AOTI_STRING_STREAM
template <class C, class Tr = char_traits<C>, class A = allocator<C>> class basic_stringbuf : public basic_streambuf<C, Tr> {
public:
  basic_string<C, Tr, A> str() const;
};
template <class C, class Tr = char_traits<C>> class basic_filebuf : public basic_streambuf<C, Tr> {};
namespace filesystem { class path; }
#define AOTI_FILE_STREAM(N, B)                                                 \
  template <class C, class Tr = char_traits<C>> class N : public B<C, Tr> {    \
  public:                                                                      \
    N();                                                                       \
    explicit N(const char *, ios_base::openmode = 0);                          \
    explicit N(const string &, ios_base::openmode = 0);                        \
    template <class P> requires(__is_same(P, filesystem::path)) explicit N(const P &, ios_base::openmode = 0) {} \
    N(N &&);                                                                   \
    N &operator=(N &&);                                                        \
    ~N();                                                                      \
    bool is_open() const;                                                      \
    void open(const char *, ios_base::openmode = 0);                           \
    void open(const string &, ios_base::openmode = 0);                         \
    void close();                                                              \
  };
AOTI_FILE_STREAM(basic_fstream, basic_iostream)
AOTI_FILE_STREAM(basic_ofstream, basic_ostream)
AOTI_FILE_STREAM(basic_ifstream, basic_istream)
#undef AOTI_FILE_STREAM
#undef AOTI_O
using ios = basic_ios<char>;
using streambuf = basic_streambuf<char>;
using ostream = basic_ostream<char>;
using istream = basic_istream<char>;
using iostream = basic_iostream<char>;
using stringbuf = basic_stringbuf<char>;
using filebuf = basic_filebuf<char>;
using stringstream = basic_stringstream<char>;
using ostringstream = basic_ostringstream<char>;
using istringstream = basic_istringstream<char>;
using fstream = basic_fstream<char>;
using ofstream = basic_ofstream<char>;
using ifstream = basic_ifstream<char>;
using wostream = basic_ostream<wchar_t>;
extern ostream cout, cerr, clog;
extern istream cin;
template <class C, class Tr = char_traits<C>> class istreambuf_iterator {
public:
  using value_type = C;
  using iterator_category = input_iterator_tag;
  istreambuf_iterator() noexcept {}
  istreambuf_iterator(basic_istream<C, Tr> &) noexcept {}
  C operator*() const {}
  istreambuf_iterator &operator++() {}
  friend bool operator==(const istreambuf_iterator &, const istreambuf_iterator &) {}
};
template <class T> class istream_iterator {
public:
  using value_type = T;
  istream_iterator() {}
  istream_iterator(istream &) {}
  const T &operator*() const {}
  istream_iterator &operator++() {}
  friend bool operator==(const istream_iterator &, const istream_iterator &) {}
};
template <class T> class ostream_iterator {
public:
  ostream_iterator(ostream &, const char * = nullptr) {}
  ostream_iterator &operator=(const T &) {}
  ostream_iterator &operator*() {}
  ostream_iterator &operator++() {}
  ostream_iterator &operator++(int) {}
};
} // namespace std
