/** The first of the 80 private-use characters in GBK and GB 18030-2000 that Unicode lacked then; two bytes FE50 to FEA0. */
const FIRST = 0xe815
/**
 * Their Unicode characters, in the same order, as mapped from FE50 to FEA0 by GB 18030-2005 and GB 18030-2022.
 *
 * From glibc's GB18030 charmap; libiconv's lib/gb18030.h has the private-use code of each of these bytes.
 */
const twins = Array.from(
  '⺁𠂇𠂉𠃌⺄㑳㑇⺈⺋龴㖞㘚㘎⺌⺗㥮㤘龵㧏㧟㩳㧐龶龷㭎㱮㳠⺧𡗗龸⺪䁖䅟⺮䌷⺳⺶⺷𢦏䎱䎬⺻䏝䓖䙡䙌龹䜣䜩䝼䞍⻊䥇䥺䥽䦂䦃䦅䦆䦟䦛䦷䦶龺𤇾䲣䲟䲠䲡䱷䲢䴓䴔䴕䴖䴗䴘䴙䶮龻',
)

/** Replaces old systems' private-use characters by their current Unicode: U+E863 is 䶮. Others stay. */
export function withUnicodeTwins(text: string): string {
  return text.replace(/[\ue815-\ue864]/g, (sign) => twins[sign.charCodeAt(0) - FIRST] ?? sign)
}
