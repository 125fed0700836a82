import { expect, test } from 'vitest'
import { checkPaymentReference, structuredReference } from '~/platform/values/payment-reference'

test.each([
  ['RF18 5390 0754 7034', 'RF18539007547034', 'SCOR'],
  ['rf712348231', 'RF712348231', 'SCOR'],
  ['21 00000 00003 13947 14300 09017', '210000000003139471430009017', 'QRR'],
  ['+++010/8068/17183+++', '+++010/8068/17183+++', 'BBA'],
  ['***010/8068/17183***', '+++010/8068/17183+++', 'BBA'],
  ['010/8068/17183', '+++010/8068/17183+++', 'BBA'],
  // A remainder of zero is written as 97.
  ['+++000/0000/09797+++', '+++000/0000/09797+++', 'BBA'],
])('%s is a structured reference', (text, reference, kind) => {
  expect(checkPaymentReference(text)).toEqual({ reference, kind, fault: null })
  const forBanks = kind === 'BBA' ? reference.replace(/\D/g, '') : reference
  expect(structuredReference(reference)).toEqual({ kind, reference: forBanks })
})

test.each([
  ['RF19539007547034', /RF reference .* are wrong/],
  ['RF18', /is not an RF reference/],
  ['210000000003139471430009018', /QR reference .* is wrong/],
  ['0'.repeat(27), /QR reference .* is wrong/],
  ['+++010/8068/17184+++', /check digits .* are wrong/],
])('%s has wrong check digits', (text, fault) => {
  expect(checkPaymentReference(text).fault).toMatch(fault)
  expect(structuredReference(text)).toBeNull()
})

test.each(['INV 2026  7', '010806817183', 'RFID 2026', '12345678901234567890123456'])(
  '%s is free text',
  (text) => {
    const reference = text.replace(/\s+/g, ' ')
    expect(checkPaymentReference(text)).toEqual({ reference, kind: null, fault: null })
    expect(structuredReference(text)).toBeNull()
  },
)
