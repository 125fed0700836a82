import { markup } from 'tests/support/ui/render'
import { expect, test } from 'vitest'
import { Gauge } from '~/ui/gauge/gauge'

/** The bars of a gauge: start and width in percent. */
async function drawn(gauge: Parameters<typeof Gauge>[0]) {
  const html = await markup(<Gauge {...gauge} />)
  const bar = (name: string) => {
    const [rect] = new RegExp(`<rect class="gauge__${name}"[^>]*>`).exec(html) ?? []
    if (!rect) return null
    const percent = (attribute: string) =>
      Number(new RegExp(` ${attribute}="([\\d.-]+)%"`).exec(rect)?.[1] ?? 0)
    return { x: percent('x'), width: percent('width') }
  }
  const mark = (name: string) => {
    const [, x] = new RegExp(`<line class="gauge__${name}" x1="([\\d.]+)%"`).exec(html) ?? []
    return x === undefined ? null : Number(x)
  }
  return {
    html,
    state: /gauge--(\w+)/.exec(html)?.[1],
    part: bar('part'),
    further: bar('further'),
    threshold: mark('threshold'),
    whole: mark('whole'),
  }
}

test('used and projected parts are next to each other, with a mark for the threshold', async () => {
  const { state, part, further, threshold, whole } = await drawn({
    label: 'Half',
    part: 0.5,
    further: 0.25,
    threshold: 0.8,
  })
  expect({ state, part, further, threshold, whole }).toEqual({
    state: 'well',
    part: { x: 0, width: 50 },
    further: { x: 50, width: 25 },
    threshold: 80,
    whole: null,
  })
})

test('its text is its text alternative', async () => {
  const { html } = await drawn({ label: 'Consumed 1,200.00 of 5,000.00 EUR', part: 0.24 })
  expect(html).toContain('<svg role="img" aria-label="Consumed 1,200.00 of 5,000.00 EUR">')
  expect(html).toContain('<figcaption>Consumed 1,200.00 of 5,000.00 EUR</figcaption>')
})

test('nothing used is an empty bar', async () => {
  const { state, part, further } = await drawn({ label: 'None', part: 0, threshold: 0.8 })
  expect({ state, part, further }).toEqual({ state: 'well', part: { x: 0, width: 0 }, further: null })
})

test('beyond 100 % the bar is full, with a mark at the end of the budget', async () => {
  const { state, part, further, threshold, whole } = await drawn({
    label: 'Over',
    part: 0.75,
    further: 0.5,
    threshold: 0.8,
  })
  expect({ state, part, further, threshold, whole }).toEqual({
    state: 'over',
    part: { x: 0, width: 60 },
    further: { x: 60, width: 40 },
    threshold: 64,
    whole: 80,
  })
  const far = await drawn({ label: 'Far over', part: 1_000, threshold: 0.8 })
  expect(far.part).toEqual({ x: 0, width: 100 })
  expect(far.whole).toBe(0.1)
})

test('credit notes never draw outside the bar', async () => {
  const consumed = await drawn({ label: 'Consumed -50', part: -0.5, further: 0.8 })
  expect(consumed.part).toEqual({ x: 0, width: 0 })
  expect(consumed.further?.width).toBeCloseTo(30)
  const both = await drawn({ label: 'Less than nothing', part: -0.5, further: -0.8 })
  expect(both.part).toEqual({ x: 0, width: 0 })
  expect(both.further).toBeNull()
  const committed = await drawn({
    label: 'A draft of a credit note',
    part: 0.9,
    further: -0.4,
    threshold: 0.8,
  })
  expect(committed.state).toBe('well')
  expect(committed.part).toEqual({ x: 0, width: 90 })
  expect(committed.further).toBeNull()
})

test('exactly at the threshold is near, exactly 100 % is not over', async () => {
  expect((await drawn({ label: 'At it', part: 0.1, further: 0.7, threshold: 0.8 })).state).toBe('near')
  expect((await drawn({ label: 'Below it', part: 0.79, threshold: 0.8 })).state).toBe('well')
  expect((await drawn({ label: 'All of it', part: 0.3, further: 0.7, threshold: 1 })).state).toBe('near')
  expect((await drawn({ label: 'No threshold', part: 1 })).state).toBe('well')
})

test('the caller can set the state', async () => {
  // A cent beyond a budget of billions, which a float cannot show.
  expect((await drawn({ label: 'A cent over', part: 1, state: 'over' })).state).toBe('over')
})

test('the selected part is outlined behind the others', async () => {
  const { state, part, further, html } = await drawn({
    label: 'Over',
    part: 0.5,
    further: 0.25,
    own: 0.5,
    threshold: 0.8,
  })
  expect({ state, part, further }).toEqual({
    state: 'over',
    part: { x: 0, width: 40 },
    further: { x: 40, width: 20 },
  })
  expect(html).toMatch(/class="gauge__own" x="60%" y="17" width="40%"/)
  const credit = await drawn({ label: 'Credit note', part: 0.5, own: -0.25 })
  expect(credit.html).not.toContain('gauge__own')
})
