import { brotliDecompressSync } from 'node:zlib'
import { packedPasswords } from './packedPasswords.ts'

/** Common words before or after a number in local passwords: love, frequent family names and names, keyboard rows, words of the work. */
const words = new Set(
  `a aa aaa b c d e f g h i j k l m n o p q r s t u v w x y z ab abc abcd abcde abcdef aaaa qq qqq qqqq ww www zz zzz xx xxx ss
  as asd asdf asdfg asdfgh asdfghjkl qw qwe qwer qwert qwerty qwertyuiop zx zxc zxcv zxcvb zxcvbn zxcvbnm qaz wsx qazwsx qaq
  woaini woaiwo woaita woaiziji woaimama woaibaba woaijia woaiwojia woaizhongguo aini ainima niaiwo woshi woshini woshishui
  woyaoni buaini xiangni xihuanni iloveyou ilove love loveyou baobei laopo laogong baba mama laoshi tiantian kuaile xingfu
  caonima nimabi nihao nihaoma mima wodemima mimashi denglu yonghu guanli guanliyuan admin administrator root user test guest
  pass password passwd welcome hello computer office china chinese zhongguo beijing shanghai guangzhou shenzhen tianjin
  chongqing hangzhou nanjing wuhan chengdu xian suzhou shandong guangdong sichuan henan hunan hubei jiangsu zhejiang taobao
  baidu tencent alibaba weixin wechat taiyang yueliang xiaoqu shequ wuye yewei yeweihui toupiao bangong jiedao juweihui
  wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu
  dong xiao cheng cao yuan deng xu fu shen zeng peng lv su lu jiang cai jia ding wei xue ye yan pan du dai xia zhong tian ren
  fan fang shi yao liao zou xiong jin hao kong bai cui kang mao qiu qin gu hou shao meng long wan duan lei qian yin yi chang
  xiaoming xiaohong xiaogang xiaofang xiaolong xiaoxiao xiaoyu xiaowei wangwei wangfang wanglei wangjing wangli wangjun
  zhangwei zhangmin zhangjing zhanglei zhangli zhangjie liwei lina lijing lijun lili limin liming liuwei liuyang liujing
  chenwei chenjing chenchen yangyang yangjing zhaolei huangwei wuwei zhouwei feifei lele yuanyuan tingting xiaoqiang
  long dragon tiger panda lucky happy money fa facai gongxi jixiang ruyi shunli pingan jiankang zhang san zhangsan lisi wangwu`.split(/\s+/),
)

/** Numbers with a meaning, and keyboard patterns; years, repeated digits and digit sequences are detected by rule. */
const numbers = new Set(
  `520 521 530 1314 5201314 1314520 5211314 1314521 520520 521521 13141314 168 518 588 688 886 3344 7758 7758258 7758521 584520
  1688 8888 123123 123321 321321 112233 11223344 121212 131313 147258 147258369 159357 159753 258369 369258 741852 741852963
  789456 789456123 456789 456123 123654 147852 753951 987654321 87654321 7654321 654321 54321 4321 321 1230 12301230 10086
  10010 110110 119119 120120 1010 1212 1122 2233 12344321 1234554321 12341234 1111111`.split(/\s+/),
)

const isYear = (digits: string): boolean => /^(?:19[4-9]\d|20[0-4]\d)$/.test(digits)
const isRepeated = (digits: string): boolean => digits.length >= 3 && /^(\d)\1*$/.test(digits)
const isRow = (digits: string): boolean => digits.length >= 3 && ('01234567890'.includes(digits) || '1234567890'.repeat(2).startsWith(digits))

/** Whether it is a common word or name plus a common number, in either order: `woaini1314`, `520wang`. */
function isWordAndNumber(password: string): boolean {
  const [, first = '', second = ''] = /^([a-z]+)(\d+)$/.exec(password) ?? /^(\d+)([a-z]+)$/.exec(password) ?? []
  const [word, number] = /\d/.test(first) ? [second, first] : [first, second]
  return words.has(word) && (numbers.has(number) || isYear(number) || isRepeated(number) || isRow(number))
}

let found: ReadonlySet<string> | null = null
/** Unpacked on first use: most runs of the program never need it. */
const foundInLeaks = (): ReadonlySet<string> => (found ??= new Set(brotliDecompressSync(Buffer.from(packedPasswords, 'base64')).toString().split('\n')))

/**
 * Whether a password, in lower case, is among the first that an attacker tries (`trust.md` section 2): the most common ones
 * in worldwide leaks, and those common in China, of which such lists have few.
 */
export const isCommonPassword = (password: string): boolean => foundInLeaks().has(password) || isWordAndNumber(password)
