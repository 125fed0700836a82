import { utils, write } from '@e965/xlsx'
import { userWork } from 'tests/support/context'
import { storeFormat } from 'tests/support/formats/stored-format'
import { opened } from 'tests/support/opened'
import { type SiteFund, testSite } from 'tests/support/site'
import { readControl } from 'tests/support/workbooks/read-control'
import { expect, test } from 'vitest'
import type { ControlUpload } from '~/areas/navs/control/control-upload'
import { controlsOf } from '~/areas/navs/control/controls-of.server'
import { evidencedResultsOf } from '~/areas/navs/control/rule-results.server'
import { runControl } from '~/areas/navs/control/run-control.server'
import { figuresJson } from '~/areas/navs/control/store-control.server'
import { FUNDESK_JSON } from '~/areas/navs/formats/fundesk-format'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { controlDataOf } from '~/areas/navs/workbooks/lines-by-column'

const site = await opened(testSite())
const run = (upload: ControlUpload) =>
  runControl(userWork(site, site.actor('accountant1')), site.services, upload)
const resultsOf = (controlId: number) => evidencedResultsOf(site.read, controlId)

const LABELS = { 'NAV date': { label: ['Valuation'] }, 'Fund currency': { value: 'EUR' } }

/** One workbook of an administrator: the inventory in a sheet for each type, the balance with one signed column. */
const PACK = {
  code: 'PACK',
  name: 'Pack of an administrator',
  provider: 'FIA',
  from: '2026-01-01',
  to: null,
  files: 1,
  funds: {} as Record<string, string>,
  tables: [
    {
      kind: 'NAV',
      facts: { 'Fund code': { label: ['Portfolio'] }, ...LABELS },
      parts: [
        {
          sheets: ['Figures'],
          columns: {
            Type: { headings: ['Element'] },
            Code: { headings: ['Of'] },
            Currency: { headings: ['Cur'] },
            Value: { headings: ['Figure'] },
          },
        },
      ],
    },
    {
      kind: 'BALANCE',
      facts: { 'Fund code': { label: ['Portfolio'] }, ...LABELS },
      parts: [
        {
          columns: {
            'Account number': { headings: ['Ledger'] },
            'Account name': { headings: ['Text'] },
            Currency: { headings: ['Cur'] },
            Balance: { headings: ['Net'] },
          },
        },
      ],
    },
    {
      kind: 'INVENTORY',
      facts: { 'Fund code': { label: ['Portfolio'] }, ...LABELS },
      parts: [
        {
          sheets: ['Lines*'],
          columns: {
            'Instrument code': { headings: ['Id'] },
            'Instrument name': { headings: ['Label'] },
            Type: { headings: ['Class'] },
            'Quotation currency': { headings: ['Cur'] },
            Quantity: { headings: ['Nominal'] },
            Price: { headings: ['Quote'] },
            'Price date': { headings: ['Quoted'] },
            'Market value': { headings: ['Value EUR'] },
            ISIN: { headings: ['ISIN'] },
            'FX rate': { headings: ['Rate'] },
            'Accrued interest': { headings: ['Accrued'] },
            'Price factor': { headings: ['Factor'] },
          },
        },
      ],
    },
  ],
}

const number = (text: string | null) => (text === null ? null : Number(text))

/** The figures of a set in the layout of PACK. */
function packOf({ fundCode, navDate, nav, balance, inventory }: ControlData) {
  const book = utils.book_new()
  const add = (name: string, headings: string[], rows: (string | number | null)[][]) =>
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([['Portfolio:', fundCode], ['Valuation:', navDate], [], headings, ...rows]),
      name,
    )
  add(
    'Figures',
    ['Element', 'Of', 'Cur', 'Figure'],
    nav.lines.map((line) => [line.type, line.code, line.currency, number(line.value)]),
  )
  add(
    'Ledger',
    ['Ledger', 'Text', 'Cur', 'Net'],
    balance.lines.map((line) => [
      line.accountNumber,
      line.accountName,
      line.currency,
      Number(line.debtor) - Number(line.creditor),
    ]),
  )
  const lines = inventory?.lines ?? []
  for (const [name, own] of [
    ['Lines 1', lines.filter((_, at) => at % 2 === 0)],
    ['Lines 2', lines.filter((_, at) => at % 2 === 1)],
  ] as const)
    add(
      name,
      [
        'Id',
        'Label',
        'Class',
        'Cur',
        'Nominal',
        'Quote',
        'Quoted',
        'Value EUR',
        'ISIN',
        'Rate',
        'Accrued',
        'Factor',
      ],
      own.map((line) => [
        line.instrumentCode,
        line.instrumentName,
        line.type,
        line.quotationCurrency,
        number(line.quantity),
        number(line.price),
        line.priceDate,
        number(line.marketValue),
        line.isin,
        number(line.fxRate),
        number(line.accruedInterest),
        number(line.priceFactor),
      ]),
    )
  const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }))
  return { fileName: 'pack.xlsx', bytes }
}

async function packUpload(
  fund: SiteFund,
  change: (data: ControlData) => void = () => {},
): Promise<ControlUpload> {
  const upload = await site.uploadOf(fund.model, 'FIA3')
  const data = await readControl(
    upload.files.map(({ fileName, bytes }) => ({ name: fileName, bytes })),
    'FIA3',
  )
  change(data)
  return { ...upload, files: [packOf(data)] }
}

const fund = await site.addFund({ fundCode: 'FORM1' })

test('a set of the built-in layout gives the same control by its JSON as by its own reader', async () => {
  const upload = await site.uploadOf(fund.model, 'FIA3')
  const own = await run(upload)
  await storeFormat(site, { ...FUNDESK_JSON, code: 'SAME', provider: 'FIA' })
  const byJson = await run({ ...upload, format: 'SAME' })
  expect(byJson.control).toMatchObject({ formatCode: 'SAME', formatVersion: 1 })
  const compared = async (controlId: number) =>
    (await resultsOf(controlId)).map(({ ruleId, result, comment, evidence }) => ({
      ruleId,
      result,
      comment,
      evidence,
    }))
  expect(await compared(byJson.controlId)).toEqual(await compared(own.controlId))
  const figures = async (controlId: number) => {
    const data = controlDataOf((await figuresJson(site.read, controlId)) ?? '')
    return { nav: data.nav.lines, balance: data.balance.lines, inventory: data.inventory?.lines }
  }
  expect(await figures(byJson.controlId)).toEqual(await figures(own.controlId))
})

test('files of another layout are recognised; evidence names the cells of the real file', async () => {
  await storeFormat(site, PACK)
  const upload = await packUpload(fund, (data) => {
    const line = data.inventory?.lines[3]
    if (line) line.marketValue = '1'
  })
  const { control, controlId } = await run(upload)
  expect(control).toMatchObject({ definition: 'FIA 1 file', formatCode: 'PACK', formatVersion: 1 })
  expect((await controlsOf(site.read, fund.navId))[0]).toMatchObject({ formatCode: 'PACK', formatVersion: 1 })
  const i01 = (await resultsOf(controlId)).find(({ ruleId }) => ruleId === 'I01')
  expect(i01?.result).toBe('NOK')
  // The fourth line is the second of the second sheet.
  expect(i01?.evidence.breaches[0]?.figures).toContainEqual(
    expect.objectContaining({ file: 'pack.xlsx', sheet: 'Lines 2', cell: 'H6', value: '1' }),
  )
  const n01 = (await resultsOf(controlId)).find(({ ruleId }) => ruleId === 'N01')
  expect(n01?.result).toBe('OK')
})

test('the version that counts on the NAV date reads the files, and the control keeps it', async () => {
  await storeFormat(site, { ...PACK, name: 'Second', from: '2026-10-30' }, 2)
  expect((await run(await packUpload(fund))).control.formatVersion).toBe(2)
  await storeFormat(site, { ...PACK, name: 'Third', from: '2026-11-01' }, 3)
  const upload = await packUpload(fund)
  expect((await run(upload)).control.formatVersion).toBe(2)
  expect((await run({ ...upload, fundNavId: fund.navId })).control.formatVersion).toBe(2)
  const controls = await controlsOf(site.read, fund.navId)
  expect(controls.map(({ formatVersion }) => formatVersion)).toContain(1)
})

test('a format that is not valid on the date, unknown or ambiguous refuses the upload, and says so', async () => {
  const upload = await packUpload(fund)
  await expect(run({ ...upload, format: 'NOWHERE' })).rejects.toMatchObject({
    message: expect.stringContaining('Choose one of FUNDESK, PACK, SAME'),
  })
  await storeFormat(site, { ...PACK, code: 'LATER', from: '2026-11-15' })
  await expect(run({ ...upload, format: 'LATER' })).rejects.toMatchObject({
    message: expect.stringContaining('valid from 15/11/2026, and these files are of 30/10/2026'),
  })
  expect((await run(upload)).control.formatCode).toBe('PACK')
  expect((await run({ ...upload, fundNavId: fund.navId })).control.formatCode).toBe('PACK')
  await storeFormat(site, { ...PACK, code: 'TWIN' })
  await expect(run(upload)).rejects.toMatchObject({
    message: expect.stringContaining('can be read by PACK and TWIN'),
  })
  await storeFormat(site, { ...PACK, code: 'TWIN', to: '2026-09-30' }, 2)
  expect((await run(upload)).control.formatCode).toBe('PACK')
  const set = await site.uploadOf(fund.model, 'FIA3')
  await expect(run({ ...set, format: 'PACK' })).rejects.toMatchObject({
    message: expect.stringContaining('A set of the file format PACK has one file: you chose 3'),
  })
  expect((await run(set)).control.formatCode).toBeNull()
})

test('a file without its tables is refused with the headings that it lacks', async () => {
  const upload = await packUpload(fund)
  const text = new TextEncoder().encode('Id;Label;Class;Cur;Nominal;Quote;Quoted;Value EUR;ISIN;Rate\n')
  const files = [{ fileName: 'other.csv', bytes: text }]
  await expect(run({ ...upload, files, format: 'PACK' })).rejects.toMatchObject({
    message: expect.stringContaining('Missing: NAV, Balance, Inventory'),
    options: {
      list: [
        expect.stringMatching(
          /^other\.csv: .*nearest to INVENTORY, but lacks Accrued, Factor, and the sheet is not called Lines\*; it has Id, Label,/,
        ),
      ],
      details: { unread: true },
    },
  })
})

test('files that nothing reads are refused with what each is, or what the nearest of all layouts lacks', async () => {
  const upload = await packUpload(fund)
  const heading = 'Id;Label;Class;Cur;Nominal;Quote;Quoted;Value EUR;ISIN;Rate;Accrued\n'
  const bytes = new TextEncoder().encode(heading)
  const lacking =
    /^Lines\.csv: not recognised: row 1 of sheet Lines is nearest to INVENTORY of (?:LATER|PACK|TWIN), but lacks Factor; it has Id, Label,/
  const alone = run({ ...upload, files: [{ fileName: 'Lines.csv', bytes }] })
  await expect(alone).rejects.toMatchObject({
    message: 'No file format reads this file. What it was taken for:',
    options: { list: [expect.stringMatching(lacking)], details: { unread: true } },
  })
  const set = await site.uploadOf(fund.model, 'FIA3')
  const [nav, balance] = set.files
  if (!nav || !balance) throw new Error('A set has three files')
  const files = [nav, balance, { fileName: 'Lines.csv', bytes }]
  await expect(run({ ...set, files })).rejects.toMatchObject({
    message: expect.stringContaining('Missing: Inventory.'),
    options: {
      list: [
        expect.stringContaining('taken for NAV (sheet NAV)'),
        expect.stringContaining('taken for Balance (sheet Balance)'),
        expect.stringMatching(lacking),
      ],
      details: { unread: true },
    },
  })
})

test('faults of cells refuse the upload with file, sheet and cell, and nothing is stored', async () => {
  const before = (await controlsOf(site.read, fund.navId)).length
  const upload = await packUpload(fund, (data) => {
    const [line] = data.inventory?.lines ?? []
    if (line) Object.assign(line, { type: 'Painting' })
  })
  await expect(run({ ...upload, format: 'PACK' })).rejects.toMatchObject({
    options: {
      list: [expect.stringMatching(/^pack\.xlsx, Lines 1!C5: "Painting" is not a type of instrument/)],
    },
  })
  expect((await controlsOf(site.read, fund.navId)).length).toBe(before)
})
