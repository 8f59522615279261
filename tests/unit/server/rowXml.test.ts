import { expect, it } from 'vitest'
import { createRowXml } from '../../../src/server/workbooks/book.ts'

it('a row is written as exceljs writes it', () => {
  const values = ['甲 <&> "乙" \'丙\'', 12.5, null, { formula: 'IF(A1<2,"x",SUM(A1:A2))', result: 0.3 }, '', null]
  expect(createRowXml().row(7, values, [3, 1, 2, 0, 0, 0])).toBe(
    '<row r="7" spans="1:6" x14ac:dyDescent="0.25"><c r="A7" s="3" t="str"><v>甲 &lt;&amp;&gt; &quot;乙&quot; &apos;丙&apos;</v></c>' +
      '<c r="B7" s="1"><v>12.5</v></c><c r="C7" s="2"/><c r="D7"><f>IF(A1&lt;2,&quot;x&quot;,SUM(A1:A2))</f><v>0.3</v></c><c r="E7" t="str"><v></v></c></row>',
  )
})

it('what XML cannot hold is left out, and a row without a value is not written', () => {
  const rows = createRowXml()
  expect(rows.row(28, ['\u0001a\u000b\t\n\u007f\ud83d\ude00'], [0])).toBe(
    '<row r="28" spans="1:1" x14ac:dyDescent="0.25"><c r="A28" t="str"><v>a\t\n😀</v></c></row>',
  )
  expect(rows.row(29, [null, null], [4, 0])).toBe('')
})
