import { describe, expect, test } from 'vitest'
import { EMPTY_DRAFT } from '~/areas/drafts/entry/update-draft.server'
import {
  CostLineSaveFields,
  DraftCallFields,
  DraftSaveFields,
  draftFieldsIn,
  UploadFields,
} from '~/areas/drafts/forms'
import { parseFields } from '~/http/form'
import { DomainError } from '~/platform/values/domain-error'

/** The field errors of a refused form. */
function faultsOf(read: () => unknown): Record<string, string> {
  try {
    read()
  } catch (error) {
    if (error instanceof DomainError) return error.options.fields ?? {}
    throw error
  }
  throw new Error('It was not refused')
}

describe('the form of a draft', () => {
  test('an empty form is an empty draft', () => {
    expect(draftFieldsIn({})).toEqual(EMPTY_DRAFT)
    const blank = Object.fromEntries(Object.keys(EMPTY_DRAFT).map((name) => [name, '']))
    expect(draftFieldsIn(blank)).toEqual(EMPTY_DRAFT)
  })

  test('reads common notations', () => {
    expect(
      draftFieldsIn({
        isSupplierFund: 'on',
        invoicedFundLegalEntity: '12',
        invoiceRef: '  INV \t 7 ',
        invoiceDate: '28/10/2026',
        dueDate: '2026-11-27',
        grossAmount: '1,234.50',
        taxes: '1 234,5',
        currency: 'EUR',
        transactionComment: 'First\nSecond',
        revision: '4',
      }),
    ).toEqual({
      ...EMPTY_DRAFT,
      isSupplierFund: true,
      invoicedFundLegalEntity: 12,
      invoiceRef: 'INV 7',
      invoiceDate: '2026-10-28',
      dueDate: '2026-11-27',
      grossAmount: '1234.50',
      taxes: '1234.50',
      currency: 'EUR',
      transactionComment: 'First\nSecond',
    })
  })

  test.each([
    ['-1234.5', '-1234.50'],
    ['(10.00)', '-10.00'],
    ['0', '0.00'],
    ['9999999999999999.99', '9999999999999999.99'],
    ['1’234.56', '1234.56'],
    ['1.10000', '1.10'],
  ])('the amount %s is %s', (typed, amount) => {
    expect(draftFieldsIn({ grossAmount: typed }).grossAmount).toBe(amount)
  })

  test('reports every error with its field', () => {
    const faults = faultsOf(() =>
      draftFieldsIn({
        grossAmount: '10000000000000000',
        taxes: '1.005,00',
        invoiceDate: '31/02/2026',
        dueDate: '01/01/2200',
        expenseType: '9999999999',
        invoiceRef: 'R'.repeat(201),
      }),
    )
    // 1.005,00 has only one meaning.
    expect(Object.keys(faults).sort()).toEqual([
      'dueDate',
      'expenseType',
      'grossAmount',
      'invoiceDate',
      'invoiceRef',
    ])
    expect(faults.invoiceDate).toBe('Invoice Date: it is not a date. Enter it as dd/MM/yyyy.')
  })
})

test('a call changes only the fields sent, and accepts JSON as well', () => {
  expect(
    DraftCallFields.parse({
      id: 7,
      netAmount: '1.00',
      grossAmount: 12.5,
      taxes: null,
      prePaid: 'false',
      dueDate: '2026-11-27T00:00:00',
    }),
  ).toEqual({ id: 7, grossAmount: '12.50', taxes: null, prePaid: false, dueDate: '2026-11-27' })
  expect(DraftCallFields.parse({ id: '7', revision: '', invoiceRef: 'A\u0000B\ud800' })).toEqual({
    id: 7,
    revision: null,
    invoiceRef: 'AB\ufffd',
  })
})

test('cost lines, uploads and the other form fields', () => {
  const line = { feesType: 'AUDIT', grossAmount: '100', revision: '3' }
  expect(parseFields({ ...line, taxes: '' }, CostLineSaveFields)).toEqual({
    feesType: 'AUDIT',
    grossAmount: '100.00',
    taxes: '0.00',
    comment: '',
    lineId: null,
    revision: 3,
  })
  expect(parseFields({ ...line, lineId: '9' }, CostLineSaveFields).lineId).toBe(9)
  expect(faultsOf(() => parseFields({ ...line, grossAmount: '' }, CostLineSaveFields))).toEqual({
    grossAmount: 'Gross: enter an amount.',
  })
  expect(parseFields({}, UploadFields)).toEqual({ comment: '' })
  expect(Object.keys(faultsOf(() => parseFields({}, DraftSaveFields))).sort()).toEqual(['revision'])
})
