import { expect, test } from 'vitest'
import { apart, LineChart, scaleOf } from '~/ui/chart/line-chart'
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

const lines = [
  { label: 'A', values: [100, 101, 102.5] },
  { label: 'Benchmark of the fund', short: 'Benchmark', values: [100, 99, null] },
]
const chart = (more: Partial<Parameters<typeof LineChart>[0]> = {}) =>
  markup(
    <LineChart
      title="NAV per share"
      summary="Three dates."
      dates={['31.08.26', '30.09.26', '30.10.26']}
      lines={lines}
      shown={String}
      {...more}
    />,
  )
const plain = (html: string) => html.replaceAll('<!-- -->', '').replace(/<[^>]+>/g, '|')

test('lines have their names at their ends, the only line its last value', async () => {
  const ends = (html: string) =>
    [...html.matchAll(/class="chart__end[^>]*>([^<]+)</g)].map(([, text]) => text)
  expect(ends(await chart())).toEqual(['A', 'Benchmark'])
  expect(ends(await chart({ lines: lines.slice(0, 1) }))).toEqual(['102.5'])
})

test('labels that would lie over each other are moved apart, in their order, within the drawing', () => {
  expect(apart([50, 20, 52, 100])).toEqual([50, 20, 61, 100])
  expect(apart([168, 169, 60])).toEqual([159, 170, 60])
})

test('the arrow keys read the values of each date; until then those of the last one are shown', async () => {
  const html = await chart()
  expect(html).toContain('type="range"')
  expect(html).toContain('aria-label="Values of NAV per share"')
  expect(html).toContain('aria-valuetext="30.10.26: A 102.5, Benchmark of the fund –"')
  expect(plain(html)).toMatch(/30\.10\.26\|.*\|A\|.*\|102\.5\|.*\|Benchmark of the fund\|.*\|–\|/)
})

test('the values of all dates are in a table behind it, the newest first', async () => {
  const html = await chart()
  expect(plain(html)).toContain('Show figures')
  const [, body = ''] = /<tbody>(.*)<\/tbody>/s.exec(html) ?? []
  const rows = body.split('<tr').slice(1).map(plain)
  expect(rows.map((row) => row.match(/\d\d\.\d\d\.\d\d/)?.[0])).toEqual(['30.10.26', '30.09.26', '31.08.26'])
  expect(rows[1]).toMatch(/101.*99/)
})

test('thresholds are dashed lines with names, and the scale has room for them; zero has a line where both signs are drawn', async () => {
  const html = await chart({
    lines: [{ label: 'Error', values: [-0.4, 0.1, 0.3] }],
    thresholds: [{ value: 1, label: 'Threshold 1 %' }],
  })
  expect(html).toMatch(/class="chart__threshold"><line[^>]*><\/line><text[^>]*>Threshold 1 %/)
  expect(html).toContain('class="chart__base"')
  expect(await chart()).not.toContain('class="chart__base"')
  expect(html).not.toMatch(/ y[12]?="-/)
})
