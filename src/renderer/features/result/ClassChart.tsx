import { theme } from 'antd'
import { BarChart, type BarSeriesOption } from 'echarts/charts'
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { Classes } from '#shared/features/result/contract.ts'
import { formatArea, formatCount } from '../../widgets/numbers.ts'
import { classKinds, formatRate } from './figures.ts'

echarts.use([BarChart, GridComponent, MarkLineComponent, TooltipComponent, SVGRenderer])

/** The shares at which something is decided. */
const ticks = [
  { xAxis: 50, name: '1/2' },
  { xAxis: 66.6667, name: '2/3' },
  { xAxis: 75, name: '3/4' },
]

/** What fits on an A4 page between its margins, in CSS pixels. */
const PAPER_WIDTH = 660

/** Two stacked bars over the whole, by heads and by area, with the ticks at 1/2, 2/3 and 3/4. The table beside it says the same in numbers. */
export function ClassChart({ classes }: { readonly classes: Classes }) {
  const place = useRef<HTMLDivElement>(null)
  const { fontSize } = theme.useToken().token
  useEffect(() => {
    if (!place.current) return undefined
    const chart = echarts.init(place.current, null, { renderer: 'svg' })
    chart.setOption(optionsOf(classes, fontSize))
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(place.current)
    const fitPaper = () => {
      chart.resize({ width: PAPER_WIDTH })
      chart.getZr().flush() // the paper does not wait for the next frame
    }
    const fitWindow = () => chart.resize({ width: 'auto' })
    addEventListener('beforeprint', fitPaper)
    addEventListener('afterprint', fitWindow)
    return () => {
      removeEventListener('beforeprint', fitPaper)
      removeEventListener('afterprint', fitWindow)
      watch.disconnect()
      chart.dispose()
    }
  }, [classes, fontSize])
  return <div ref={place} className="class-chart" role="img" aria-label="按人数和按面积的意见分布图，数字见旁边的表" />
}

/** Whether a class is wide enough for its word, in a chart as wide as a narrow window leaves it. */
const hasRoom = (rate: number, name: string, fontSize: number): boolean => rate >= (name.length * fontSize) / 4 + 1

/** All sizes follow that of the letters, in pixels. */
function optionsOf(classes: Classes, fontSize: number): echarts.EChartsCoreOption {
  const smaller = Math.round(fontSize * 0.86)
  const series: BarSeriesOption[] = classKinds.map(({ key, name, color }, index) => {
    const { count, areaHundredths, countRate, areaRate } = classes[key]
    return {
      type: 'bar',
      name,
      stack: 'whole',
      barWidth: Math.round(fontSize * 1.86),
      itemStyle: { color },
      data: [areaRate, countRate],
      label: {
        show: true,
        fontSize,
        color: key === 'notVoted' ? '#333' : '#fff',
        formatter: ({ value }) => (hasRoom(Number(value), name, fontSize) ? name : ''),
      },
      tooltip: {
        valueFormatter: (_value: unknown, row?: number) =>
          row === 1 ? `${formatCount(count)} 户（${formatRate(countRate)}）` : `${formatArea(areaHundredths)}㎡（${formatRate(areaRate)}）`,
      },
      ...(index === 0
        ? {
            markLine: {
              silent: true,
              symbol: 'none',
              animation: false,
              lineStyle: { color: '#5c6672', type: 'dashed' },
              label: { formatter: '{b}', position: 'end', color: '#5c6672', fontSize: smaller },
              data: ticks,
            },
          }
        : {}),
    }
  })
  return {
    animation: false,
    grid: { left: fontSize * 3, right: fontSize * 1.5, top: fontSize * 1.6, bottom: fontSize * 1.8 },
    tooltip: { trigger: 'item', textStyle: { fontSize } },
    xAxis: { type: 'value', min: 0, max: 100, axisLabel: { formatter: '{value}%', fontSize: smaller }, splitLine: { show: false } },
    yAxis: { type: 'category', data: ['面积', '人数'], axisTick: { show: false }, axisLabel: { fontSize } },
    series,
  }
}
