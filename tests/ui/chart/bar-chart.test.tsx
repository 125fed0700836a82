import { markup } from 'tests/support/ui/render'
import { expect, test } from 'vitest'
import { BarChart, type ChartBar, ChartLegend } from '~/ui/chart/bar-chart'

const bar = (label: string, good: number, bad = 0, more: Partial<ChartBar> = {}): ChartBar => ({
  label,
  description: `Month ${label}: ${good} met, ${bad} missed`,
  ...more,
  parts: [
    { kind: 'good', value: good },
    { kind: 'bad', value: bad },
  ],
})

/** Where the parts of each kind begin, and their heights. */
function parts(html: string) {
  return [...html.matchAll(/<rect class="chart__part chart__part--(\w+)"[^>]*>/g)].map(([rect, kind]) => {
    const number = (name: string) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(rect)?.[1])
    return { kind, y: number('y'), height: number('height') }
  })
}

test('parts are stacked, as high as their share of the scale', async () => {
  const html = await markup(
    <BarChart title="NAV on time" summary="3 met" bars={[bar('1', 6, 2), bar('2', 4)]} />,
  )
  const [good, bad, half, ...none] = parts(html)
  expect(none).toEqual([])
  expect(good?.kind).toBe('good')
  expect(bad?.kind).toBe('bad')
  expect((bad?.y ?? 0) + (bad?.height ?? 0)).toBeCloseTo(good?.y ?? 0, 1)
  expect((good?.height ?? 0) / (bad?.height ?? 1)).toBeCloseTo(3, 1)
  expect((half?.height ?? 0) / (good?.height ?? 1)).toBeCloseTo(4 / 6, 1)
})

test('it is an image with its title and a text summary, and each bar has a label', async () => {
  const html = await markup(
    <BarChart
      title="NAV on time"
      summary="6 met, 2 missed"
      bars={[bar('1', 6, 2, { top: '75', group: '2026' })]}
    />,
  )
  expect(html).toContain('role="img" aria-label="NAV on time. 6 met, 2 missed"')
  expect(html).toContain('<title>Month 1: 6 met, 2 missed</title>')
  expect(html).toMatch(/>75<.*>2026</s)
  expect(html).toMatch(/<figcaption><strong>NAV on time<\/strong>.*6 met, 2 missed/)
})

test('no bars, one bar and many bars can be drawn; figures above bars are omitted if there is no room', async () => {
  for (const bars of [
    [],
    [bar('1', 0)],
    Array.from({ length: 24 }, (_, at) => bar(String(at), at, 0, { top: 'top' })),
  ]) {
    const html = await markup(<BarChart title="T" summary="S" bars={bars} />)
    expect(html).not.toMatch(/NaN|Infinity/)
    if (bars.length === 24) expect(html).not.toContain('>top<')
  }
})

/** Four digits, as wide as in the drawing’s font. */
const YEAR = 22
const DRAWING = 270

test('years are spaced within the drawing, wherever one begins; the year with most bars is always labelled', async () => {
  for (const count of [1, 2, 3, 6, 12, 13, 24])
    for (let first = 0; first < 12; first += 1) {
      const bars = Array.from({ length: count }, (_, at) => {
        const year = String(2025 + Math.floor((first + at) / 12))
        const begins = at === 0 || (first + at) % 12 === 0
        return bar(String((first + at) % 12), 1, 0, begins ? { group: year } : {})
      })
      const html = await markup(<BarChart title="T" summary="S" bars={bars} />)
      const years = [...html.matchAll(/<text x="([\d.]+)"[^>]*text-anchor="(\w+)">(20\d\d)</g)].map(
        ([, x, anchor, year]) => {
          const left = Number(x) - { start: 0, middle: YEAR / 2, end: YEAR }[anchor as 'start']
          return { year, left, right: left + YEAR }
        },
      )
      for (const [at, { left, right }] of years.entries()) {
        expect(left).toBeGreaterThanOrEqual(years[at - 1]?.right ?? 0)
        expect(right).toBeLessThanOrEqual(DRAWING)
      }
      const most = first + count / 2 < 12 ? '2025' : '2026'
      if (count <= 13) expect(years.map(({ year }) => year)).toContain(most)
    }
})

test('missed differs from met by more than colour, in the legend too', async () => {
  const html = await markup(
    <ChartLegend
      entries={[
        { kind: 'good', label: 'Met' },
        { kind: 'bad', label: 'Missed' },
      ]}
    />,
  )
  expect(html.match(/fill="url\(/g)).toHaveLength(1)
  expect(html).toMatch(/Met.*Missed/s)
})

test('the arrow keys read each bar; initially the last or the chosen one is described', async () => {
  const bars = [bar('1', 6, 2), bar('2', 4), bar('3', 1)]
  const html = await markup(<BarChart title="NAV on time" summary="S" bars={bars} />)
  expect(html).toContain('aria-label="Values of NAV on time"')
  expect(html).toContain('max="2"')
  expect(html).toContain('<p class="chart__reading">Month 3: 1 met, 0 missed</p>')
  const first = await markup(<BarChart title="NAV on time" summary="S" bars={bars} first={0} />)
  expect(first).toContain('<p class="chart__reading">Month 1: 6 met, 2 missed</p>')
})
