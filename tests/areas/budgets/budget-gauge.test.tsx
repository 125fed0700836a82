import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BudgetGauge, CheckFigures } from '~/areas/budgets/budget-gauge'

const totalsOf = (committed: string) =>
  ({ consumed: '500.00', committed, unconverted: 0 }) as Parameters<typeof BudgetGauge>[0]['totals']
const drawn = (committed: string) =>
  renderToStaticMarkup(
    <BudgetGauge budget="1000.00" treshold="80" currency="EUR" totals={totalsOf(committed)} />,
  )

/** The figures with their terms, and those that are coloured. */
function figuresIn(html: string) {
  const figures = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, term, value = '']) => [
    term,
    value
      .replace(/<[^>]+>/g, '|')
      .split('|')
      .find(Boolean),
  ])
  const coloured = [...html.matchAll(/figure--(\w+)">([^<]+)/g)].map(([, sign, value]) => `${value} ${sign}`)
  return { figures, coloured }
}

test('a budget shows what it is, what is consumed, committed and projected; only what remains is green', () => {
  expect(figuresIn(drawn('300.00'))).toEqual({
    figures: [
      ['Budget', '1,000.00 EUR'],
      ['Consumed', '500.00'],
      ['Committed', '300.00'],
      ['Projected', '200.00'],
    ],
    coloured: ['500.00 positive'],
  })
})

test('nothing is green beside a projected amount that has failed', () => {
  const html = drawn('500.01')
  expect(html).toContain('gauge--over')
  expect(figuresIn(html).coloured).toEqual(['-0.01 negative'])
  expect(html).not.toContain('figure--positive')
})

test('a new budget has its gauge alone: its figures would be zeros', () => {
  const totals = { consumed: '0.00', committed: '0.00', unconverted: 0 } as Parameters<
    typeof BudgetGauge
  >[0]['totals']
  const html = renderToStaticMarkup(
    <BudgetGauge budget="0.1" treshold={null} currency={null} totals={totals} isNew />,
  )
  expect(html).toContain('<figcaption>Nothing used yet</figcaption>')
  expect(figuresIn(html).figures).toEqual([])
})

test('on the page of a draft it is a part beside invoices and other drafts', () => {
  const check = {
    budget: '1000.00',
    currency: 'EUR',
    amountType: 'net',
    others: '700.00',
    invoiced: '500.00',
    counted: '400.00',
  } as Parameters<typeof CheckFigures>[0]['check']
  expect(figuresIn(renderToStaticMarkup(<CheckFigures check={check} />))).toEqual({
    figures: [
      ['Budget', '1,000.00 EUR'],
      ['Consumed', '500.00'],
      ['Committed', '200.00'],
      ['This draft', '400.00'],
      ['Projected', '-100.00'],
    ],
    coloured: ['-100.00 negative'],
  })
})
