// Containers, functions, algorithms and streams.
#include <aoti_std/assoc.h>
#include <aoti_std/sequences.h>
#include <aoti_std/functional.h>
#include <aoti_std/algorithm.h>
#include <aoti_std/stream.h>
int main() {
  std::unordered_map<std::string, int*> m; m.reserve(3); m.emplace("a", nullptr); for (auto& kv : m) { kv.second = nullptr; } for (const auto& [k,v] : m) {}
  auto [it, ins] = m.try_emplace("x"); if (ins) it->second = nullptr; m["q"] = nullptr; auto f = m.find("x"); if (f != m.end()) m.erase(f); if (m.find("a") == m.end()) {}
  const auto& cm = m; auto ci = cm.find("a"); if (ci == cm.end()) {} if (m.insert({"a", nullptr}).second) {}
  std::map<int, std::string> mm{{1,"a"},{2,"b"}}; std::set<int> s{1,2}; s.insert(3); std::unordered_set<std::string> us{"a"}; us.insert("b"); us.count("c");
  std::stringstream ss; ss << "x " << 1 << 2.0 << std::string("k") << std::endl << std::hex << 'c' << (const char*)"a" << true << 1ul; throw std::runtime_error(std::move(ss).str()); std::cerr << "Error: " << 1 << '\n';
  std::function<void(int)> fn = [](int a){}; std::function g = [](int a){ return 1; }; std::vector<int> v; std::sort(v.begin(), v.end(), [](auto a, auto b){return a<b;}); auto r = std::any_of(v.begin(), v.end(), [](int x){return x>0;});
  std::ostringstream oss; oss << "a"; std::string q = oss.str(); std::cout << std::setw(3) << q; 
  std::deque<int> d; d.push_back(1); d[0]; std::list<int> l; l.push_front(1); std::queue<int> qq; qq.push(1); std::variant<int,std::string> va = 1; std::visit([](auto&& x){}, va); std::get<int>(va);
  std::unordered_map<std::tuple<int,int>, int> t; auto k = std::make_tuple(1,2); auto [i2, b2] = t.try_emplace(k);
  std::map<int,int> empty = {}; return 0;
}
