import { expect, test } from 'vitest'
import { partRows, valueRows } from '~/areas/navs/formats/format-in-words'
import { checkFormat } from '~/platform/formats/format'

/** A format with what the built-in one does not use. */
function formatOf(json: object) {
  const checked = checkFormat(json)
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults))
  return checked.format
}

const FORMAT = formatOf({
  code: 'BANK',
  name: 'Files of the bank',
  from: '2026-01-01',
  files: 1,
  tables: [
    {
      kind: 'REGISTER',
      facts: { 'Fund code': { label: ['Portfolio'], place: 'below' }, Date: { cell: 'B3', sheet: 'Cover' } },
      parts: [
        {
          sheets: ['Holdings', 'Holdings *'],
          rowsEach: 2,
          headerRows: 2,
          within: 10,
          only: [{ headings: ['State'], is: ['final', 'closed'] }],
          skip: ['Total*'],
          endAtBlank: true,
          columns: {
            'Class code': { headings: ['Class', 'Klasse'], words: { A: 'FUND-A', B: 'FUND-B' } },
            'Shares outstanding': { at: 'F', row: 2, scale: '0.001', blank: ['n.a.'] },
            Issued: {
              headings: ['In'],
              maybe: true,
              plus: [{ headings: ['Correction'], negate: true }],
              orElse: { value: '0' },
            },
          },
        },
      ],
    },
  ],
})

test('a part of a format in words: its sheets, its lines, its header, what it leaves out', () => {
  expect(partRows(FORMAT)).toEqual([
    {
      key: 'REGISTER 0',
      table: 'REGISTER',
      sheets: 'Holdings, Holdings *',
      line: 'A line of 2 rows',
      header: '2 rows, in the first 10',
      leftOut: 'Only where column “State” is “final” or “closed”; Without “Total*”; Ends at a blank row',
    },
  ])
})

test('each value of a format in words: where it stands, and what is done with it', () => {
  const shown = valueRows(FORMAT).map(({ value, sheets, from, required, conversion }) => ({
    value,
    sheets,
    from,
    required,
    conversion,
  }))
  const sheets = 'Holdings, Holdings *'
  expect(shown).toEqual([
    { value: 'Fund code', sheets: '', from: 'Below “Portfolio”', required: true, conversion: '' },
    { value: 'Date', sheets: 'Cover', from: 'Cell B3', required: true, conversion: '' },
    {
      value: 'Class code',
      sheets,
      from: 'Column “Class” or “Klasse”',
      required: true,
      conversion: '“A” = FUND-A, “B” = FUND-B',
    },
    {
      value: 'Shares outstanding',
      sheets,
      from: 'Column F, row 2 of the line',
      required: true,
      conversion: '“n.a.” is blank; Times 0.001',
    },
    {
      value: 'Issued',
      sheets,
      from: 'Column “In”; otherwise always “0”',
      required: false,
      conversion: 'Minus column “Correction”',
    },
  ])
})
