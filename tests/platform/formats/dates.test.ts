import { expect, test } from 'vitest'
import { dayReader, faultOfNotation } from '~/platform/formats/dates'

const day = (text: string, ...notations: string[]) => dayReader(notations).ofText(text)

test.each([
  ['30/10/2026', '2026-10-30'],
  ['30.10.2026', '2026-10-30'],
  ['2026-10-30', '2026-10-30'],
  ['2026-10-30T23:59:59.999Z', '2026-10-30'],
  ['30/10/2026 7:05 pm', '2026-10-30'],
  ['30/10/2026 17:05:00 +0200', '2026-10-30'],
  ['31/02/2026', null],
  ['30 October', null],
])('%j is %j without any notation', (text, expected) => {
  expect(day(text)).toBe(expected)
})

test.each([
  ['30-ott-2026', 'dd-MMM-yyyy', '2026-10-30'],
  ['30-OTT.-2026', 'dd-MMM-yyyy', '2026-10-30'],
  ['3 août 2026', 'd MMM yyyy', '2026-08-03'],
  ['3 aou 26', 'd MMM yy', '2026-08-03'],
  ['1-mrt-2026', 'd-MMM-yyyy', '2026-03-01'],
  ['1-Maerz-2026', 'd-MMM-yyyy', null],
  ['1 jui 2026', 'd MMM yyyy', null],
  ['1 juil 2026', 'd MMM yyyy', '2026-07-01'],
  ['20261030', 'yyyyMMdd', '2026-10-30'],
  ['10/3/2026', 'M/d/yyyy', '2026-10-03'],
  ['1/2/2026', 'dd/MM/yyyy', null],
  ['2026.10.30', 'yyyy.MM.dd', '2026-10-30'],
])('%j in the notation %j is %j', (text, notation, expected) => {
  expect(day(text, notation)).toBe(expected)
})

test('notations are tried in their order, and a month first forbids the day first', () => {
  expect(day('03/04/2026', 'MM/dd/yyyy')).toBe('2026-03-04')
  expect(day('03/04/2026', 'dd/MM/yyyy', 'MM/dd/yyyy')).toBe('2026-04-03')
  expect(day('30/04/2026', 'MM/dd/yyyy')).toBeNull()
  expect(day('30.04.2026', 'MM/dd/yyyy')).toBeNull()
  expect(day('30/04/2026', 'yyyy/MM/dd')).toBe('2026-04-30')
  expect(day('2026-04-30', 'MM/dd/yyyy')).toBe('2026-04-30')
})

test('digits of a number cell are a day in the notation yyyyMMdd alone', () => {
  expect(dayReader(['yyyyMMdd']).ofNumber('20261030')).toBe('2026-10-30')
  expect(dayReader(['ddMMyyyy']).ofNumber('30102026')).toBeNull()
  expect(dayReader([]).ofNumber('20261030')).toBeNull()
})

test('a notation needs one day, one month and one year', () => {
  expect(faultOfNotation('dd-MMM-yyyy')).toBeNull()
  expect(faultOfNotation('MMM-yyyy')).toBe('needs one day (d or dd)')
  expect(faultOfNotation('dd.dd.yyyy')).toBe('needs one day (d or dd)')
  expect(faultOfNotation('dd.MM')).toBe('needs one year (yy or yyyy)')
})
