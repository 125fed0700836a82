import { expect, test } from 'vitest'
import { LineChart, scaleOf } from '~/ui/chart/line-chart'
import { markup } from '../../support/ui/render'

test.each([
  [98.2, 104.9, { from: 98, to: 106, step: 2 }],
  [0, 10, { from: 0, to: 10, step: 5 }],
  [100, 100, { from: 100, to: 150, step: 50 }],
  [-0.4, 0.3, { from: -0.4, to: 0.4, step: 0.2 }],
])('the scale of %s to %s has round ends', (lowest, highest, scale) => {
  const found = scaleOf(lowest, highest)
  expect(found.from).toBeCloseTo(scale.from)
  expect(found.to).toBeCloseTo(scale.to)
  expect(found.step).toBeCloseTo(scale.step)
})

test('a line is interrupted where a figure is missing, and every point has its date and value', async () => {
  const html = await markup(
    <LineChart
      title="NAV per share"
      summary="Three dates."
      dates={['31.08.26', '30.09.26', '30.10.26', '30.11.26']}
      lines={[
        { label: 'A', values: [100, 101, null, 102] },
        { label: 'B', values: [null, 100, 99, 98] },
      ]}
      shown={String}
    />,
  )
  const [a = '', b = ''] = [...html.matchAll(/<path d="([^"]+)"/g)].map(([, path]) => path)
  expect(a.match(/[ML]/g)).toEqual(['M', 'L', 'M'])
  expect(b.match(/[ML]/g)).toEqual(['M', 'L', 'L'])
  expect(html.match(/<circle/g)).toHaveLength(6)
  expect(html).toContain('A, 30.09.26: 101')
  expect(html).toContain('aria-label="NAV per share. Three dates."')
  expect(html).toContain('aria-label="Legend"')
})
