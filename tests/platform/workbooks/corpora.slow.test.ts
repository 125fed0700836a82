import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DomainError } from '~/platform/values/domain-error'
import { isTextFile } from '~/platform/workbooks/read-text-file'
import { readWorkbook } from '~/platform/workbooks/read-workbook'

const CORPORA = process.env.CORPORA
if (!CORPORA) console.info('CORPORA is not set: the workbooks of public test suites are skipped')

interface Outcome {
  sheets: number
  /** Filled cells, without formulas that have no result, as in the expected answers. */
  cells: number
  refusal: string | null
}

async function outcomeOf(path: string, name: string): Promise<Outcome> {
  const started = performance.now()
  try {
    const { sheets } = await readWorkbook(readFileSync(path), name)
    const cells = sheets.flatMap((sheet) => sheet.rows.flatMap((row) => row.cells))
    return {
      sheets: sheets.length,
      cells: cells.filter((cell) => cell.kind !== 'unresolved').length,
      refusal: null,
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw new Error(`${name} crashed the reader`, { cause: error })
    return { sheets: 0, cells: 0, refusal: error.message }
  } finally {
    expect(performance.now() - started, name).toBeLessThan(10_000)
  }
}

describe.skipIf(!CORPORA)('third-party workbooks', () => {
  test('every good one is read with its cells, every other refused by name', {
    timeout: 120_000,
  }, async () => {
    const wrong: string[] = []
    let fewerSheets = 0
    const index = readFileSync(`${CORPORA}/spreadsheets.tsv`, 'utf8').trim().split('\n').slice(1)
    for (const line of index) {
      const [name = '', , answer = '', sheets, cells] = line.split('\t')
      const outcome = await outcomeOf(`${CORPORA}/spreadsheets/${name}`, name)
      if (outcome.refusal !== null) {
        expect(outcome.refusal).toContain(name)
        if (answer === 'accept' || (answer.startsWith('xls:') && cells))
          wrong.push(`${name} refused: ${outcome.refusal}`)
        if (answer === 'refuse:password') expect(outcome.refusal).toContain('password')
      } else if (!answer.startsWith('either')) {
        // The index was written when .xlsb was refused, and counts nothing in some .xls.
        if (name.endsWith('.xlsb') || (answer.startsWith('xls:') && !cells)) continue
        if (answer.startsWith('refuse')) wrong.push(`${name} read, expected ${answer}`)
        // One file has a cell less than its index says.
        else if (Math.abs(outcome.cells - Number(cells)) > 1)
          wrong.push(`${name}: ${outcome.cells} cells, expected ${cells}`)
        // Chart and dialogue sheets have no cells; the index counts them as sheets.
        else if (outcome.sheets < Number(sheets)) fewerSheets++
        else expect(outcome.sheets, name).toBe(Number(sheets))
      }
    }
    expect(wrong).toEqual([])
    expect(fewerSheets).toBeLessThan(index.length / 20)
  })

  test('files of other formats are refused by name; text is read as one sheet', {
    timeout: 60_000,
  }, async () => {
    for (const name of readdirSync(`${CORPORA}/other-formats`)) {
      const outcome = await outcomeOf(`${CORPORA}/other-formats/${name}`, name)
      if (outcome.refusal === null)
        expect(isTextFile(readFileSync(`${CORPORA}/other-formats/${name}`)), name).toBe(true)
      else expect(outcome.refusal, name).toContain(name)
    }
  })
})
