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
  useEffect(() => {
    if (!place.current) return undefined
    const chart = echarts.init(place.current, null, { renderer: 'svg' })
    chart.setOption(optionsOf(classes))
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
  }, [classes])
  return <div ref={place} className="class-chart" role="img" aria-label="按人数和按面积的意见分布图，数字见旁边的表" />
}

function optionsOf(classes: Classes): echarts.EChartsCoreOption {
  const series: BarSeriesOption[] = classKinds.map(({ key, name, color }, index) => {
    const { count, areaHundredths, countRate, areaRate } = classes[key]
    return {
      type: 'bar',
      name,
      stack: 'whole',
      barWidth: 26,
      itemStyle: { color },
      data: [areaRate, countRate],
      label: {
        show: true,
        color: key === 'notVoted' ? '#333' : '#fff',
        formatter: ({ value }) => (Number(value) >= 8 ? name : ''),
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
              label: { formatter: '{b}', position: 'end', color: '#5c6672' },
              data: ticks,
            },
          }
        : {}),
    }
  })
  return {
    animation: false,
    grid: { left: 44, right: 16, top: 22, bottom: 22 },
    tooltip: { trigger: 'item' },
    xAxis: { type: 'value', min: 0, max: 100, axisLabel: { formatter: '{value}%' }, splitLine: { show: false } },
    yAxis: { type: 'category', data: ['面积', '人数'], axisTick: { show: false } },
    series,
  }
}
