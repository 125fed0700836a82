import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openThreads } from '../../support/threads'

const CORPORA = process.env.CORPORA
if (!CORPORA) console.info('CORPORA is not set: the PDFs of public test suites are skipped')

const threads = openThreads()

describe.skipIf(!CORPORA)('third-party PDFs', () => {
  test('each yields facts: none crashes or blocks a thread', { timeout: 300_000 }, async () => {
    const index = readFileSync(`${CORPORA}/pdfs.tsv`, 'utf8').trim().split('\n').slice(1)
    const wrong: string[] = []
    let opened = 0
    for (const line of index) {
      const [name = '', flags = '', answer = ''] = line.split('\t')
      const bytes = readFileSync(`${CORPORA}/pdfs/${name}`)
      const facts = await threads.files.run('readPdf', [{ name, bytes }])
      if (facts.pages !== null) opened++
      // The index looks at the raw file: it knows some scripts, but not those inside object streams.
      if (/\b(js|launch)\b/.test(flags) && !facts.scripts) wrong.push(`${name}: no scripts found`)
      if (/encrypt/.test(flags) !== facts.encrypted) wrong.push(`${name}: encrypted is ${facts.encrypted}`)
      // One that should open has a broken catalog.
      if (answer === 'accept' && facts.pages === null && name !== 'e2ec919e787c.pdf')
        wrong.push(`${name}: not opened`)
      if (facts.eInvoice || facts.eInvoiceFault) wrong.push(`${name}: an e-invoice`)
    }
    expect(wrong).toEqual([])
    expect(opened).toBeGreaterThan(index.length * 0.9)
  })
})
