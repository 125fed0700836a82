import { expect, test } from 'vitest'
import { ciiDiscount, ublDiscount } from '~/platform/einvoices/discount'
import { rootNode, type XmlElement } from '~/platform/einvoices/xml-tree'

const element = (name: string, inside: string | XmlElement[], attributes = {}): XmlElement => ({
  name,
  attributes,
  ...(typeof inside === 'string' ? { text: inside, children: [] } : { text: '', children: inside }),
})
const terms = (...children: XmlElement[]) => [rootNode(element('PaymentTerms', children))]
const cii = (unit: string, days: string, percent: string, ...more: XmlElement[]) =>
  terms(
    element('ApplicableTradePaymentDiscountTerms', [
      ...more,
      element('BasisPeriodMeasure', days, { unitCode: unit }),
      element('CalculationPercent', percent),
    ]),
  )
const shown = ({ discountPercent, discountUntil }: ReturnType<typeof ciiDiscount>) => [
  discountPercent?.value,
  discountUntil?.value,
]

test('Factur-X: percent within days or weeks of the basis date, or else of the invoice date', () => {
  expect(shown(ciiDiscount(cii('DAY', '14', '2.00'), '2026-10-28'))).toEqual(['2', '2026-11-11'])
  expect(shown(ciiDiscount(cii('WEE', '2', '2'), '2026-10-28'))).toEqual(['2', '2026-11-11'])
  const basis = element('BasisDateTime', [element('DateTimeString', '20261101', { format: '102' })])
  expect(shown(ciiDiscount(cii('DAY', '10', '1.5', basis), '2026-10-28'))).toEqual(['1.5', '2026-11-11'])
  for (const [unit, days, percent] of [
    ['MON', '1', '2'],
    ['DAY', '99999', '2'],
    ['DAY', '-1', '2'],
    ['DAY', '14', '0'],
    ['DAY', '14', '100'],
    ['DAY', 'soon', '2'],
  ] as const)
    expect(shown(ciiDiscount(cii(unit, days, percent), '2026-10-28'))).toEqual([undefined, undefined])
  expect(ciiDiscount(cii('DAY', '14', '2'), undefined)).toEqual({})
})

test('UBL: percent until the end of the settlement period', () => {
  const period = element('SettlementPeriod', [element('EndDate', '2026-11-11')])
  const both = terms(element('SettlementDiscountPercent', '2.5'), period)
  expect(shown(ublDiscount(both, '2026-10-28'))).toEqual(['2.5', '2026-11-11'])
  expect(ublDiscount(terms(element('SettlementDiscountPercent', '2.5')), '2026-10-28')).toEqual({})
})

test('XRechnung: its payment terms, the first if several', () => {
  const words = '#SKONTO#TAGE=7#PROZENT=3.00# #SKONTO#TAGE=14#PROZENT=2.00#'
  expect(shown(ublDiscount(terms(element('Note', words)), '2026-10-28'))).toEqual(['3.00', '2026-11-04'])
  expect(shown(ciiDiscount(terms(element('Description', words)), '2026-10-28'))).toEqual([
    '3.00',
    '2026-11-04',
  ])
  expect(ublDiscount(terms(element('Note', '2 % within 14 days')), '2026-10-28')).toEqual({})
})

const amounts = ({ discountPercent, discountBase, discountAmount }: ReturnType<typeof ciiDiscount>) => [
  discountPercent?.value,
  discountBase?.value,
  discountAmount?.value,
]

test('XRechnung: the base of its percent; none of the discount where the base cannot be understood', () => {
  const read = (words: string) => amounts(ublDiscount(terms(element('Note', words)), '2026-10-28'))
  expect(read('#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=500.00#')).toEqual(['2.00', '500', undefined])
  expect(read('#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=500.00')).toEqual(['2.00', '500', undefined])
  for (const base of ['500,00', '', 'net', '0.00', '-500.00'])
    expect(read(`#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=${base}#`)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
})

test('Factur-X: base and amount of the same terms', () => {
  const read = (...more: XmlElement[]) => amounts(ciiDiscount(cii('DAY', '14', '2', ...more), '2026-10-28'))
  const base = element('BasisAmount', '500.00', { currencyID: 'EUR' })
  expect(read(base)).toEqual(['2', '500', undefined])
  expect(read(base, element('ActualDiscountAmount', '10.00'))).toEqual(['2', '500', '10'])
  expect(read(element('BasisAmount', 'all'))).toEqual([undefined, undefined, undefined])
  const first = cii('DAY', '14', '3')
  const second = cii('DAY', '30', '2', base)
  expect(amounts(ciiDiscount([...first, ...second], '2026-10-28'))).toEqual(['3', undefined, undefined])
})

test('UBL: the amount that its terms cover, and the amount of the discount', () => {
  const read = (...more: XmlElement[]) =>
    amounts(
      ublDiscount(
        terms(
          element('SettlementDiscountPercent', '2'),
          element('SettlementPeriod', [element('EndDate', '2026-11-11')]),
          ...more,
        ),
        '2026-10-28',
      ),
    )
  expect(read(element('Amount', '500.00'))).toEqual(['2', '500', undefined])
  expect(read(element('SettlementDiscountAmount', '9.50'))).toEqual(['2', undefined, '9.5'])
  expect(read(element('Amount', '?'))).toEqual([undefined, undefined, undefined])
})
