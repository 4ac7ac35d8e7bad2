import { expect, test } from 'vitest'
import { chartBlock } from './block.ts'
import * as now from './chart-drawing.ts'
import * as onDemand from './chart-drawing-on-demand.ts'

const { props } = chartBlock.sample()

test('a chart keeps its drawing until the drawing code is loaded, and is then drawn as elsewhere', async () => {
  onDemand.keepDrawing(props, '<svg>as it came</svg>')
  expect(onDemand.keptDrawing({ ...props, link: '' })).toBe('<svg>as it came</svg>')
  expect(onDemand.keptDrawing({ ...props, title: 'Another' })).toBeNull()
  await onDemand.loadDrawing()
  expect(onDemand.keptDrawing(props)).toBeNull()
  onDemand.keepDrawing(props, '<svg>as it came</svg>')
  expect(onDemand.keptDrawing(props)).toBeNull()
  expect(onDemand.loadDrawing()).toBeNull()
  expect(onDemand.drawChart(props, 640, 400, 18)).toBe(now.drawChart(props, 640, 400, 18))
})

test('the module loaded on demand has all that the other has', () => {
  expect(Object.keys(onDemand).sort()).toEqual(Object.keys(now).sort())
})
