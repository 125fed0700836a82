import { expect, test } from 'vitest'
import { CONTROL_SIZE } from '~/areas/navs/control/control-upload'
import { atMost, DOCUMENT_BYTES } from '~/platform/files/upload-rules'
import { shownFileName } from '~/ui/file-frame/file-frame'
import { addFiles, shownSize } from '~/ui/upload/file-input'

const file = (name: string, size = 10) => ({ name, size })
const RULES = {
  slots: 3,
  size: CONTROL_SIZE,
  endings: ['.xlsx', '.xlsm'],
}

test('a file with the name of a selected one is ignored', () => {
  const { files, faults } = addFiles([file('a.xlsx', 1)], [file('a.xlsx', 2), file('b.xlsx')], RULES)
  expect(files).toEqual([file('a.xlsx', 1), file('b.xlsx')])
  expect(faults).toEqual([])
})

test('files beyond the slots are left out and named', () => {
  const more = ['a', 'b', 'c', 'd'].map((name) => file(`${name}.XLSX`))
  const { files, faults } = addFiles([], more, RULES)
  expect(files).toHaveLength(3)
  expect(faults).toEqual(['d.XLSX was left out: 3 files are accepted here.'])
})

test('a file of exactly 1024 KB is too large, one byte less is not', () => {
  const chosen = addFiles([], [file('a.xlsx', 1048576), file('b.xlsx', 1048575)], RULES)
  expect(chosen.files.map((one) => one.name)).toEqual(['b.xlsx'])
  expect(chosen).toMatchObject({ faults: [], tooLarge: ['File size too big (>1Mb) for a.xlsx'] })
})

test('a document of 25 MB is accepted, one byte more is not, with the server’s message', () => {
  const size = atMost(DOCUMENT_BYTES)
  const chosen = addFiles([], [file('a.pdf', 26_214_400), file('b.pdf', 26_214_401)], { slots: 3, size })
  expect(chosen.files.map((one) => one.name)).toEqual(['a.pdf'])
  expect(chosen.tooLarge).toEqual(['The file "b.pdf" is larger than 25 MB. Choose a smaller file.'])
  expect(size.title).toBe('File size error')
})

test('a file of another type is refused', () => {
  expect(addFiles([], [file('a.pdf')], RULES).faults).toEqual([
    'a.pdf is not of an accepted type (.xlsx, .xlsm).',
  ])
})

test('long names are shortened before their extension', () => {
  expect(shownFileName(`${'n'.repeat(66)}.xlsx`)).toBe(`${'n'.repeat(66)}.xlsx`)
  expect(shownFileName(`${'n'.repeat(67)}.xlsx`)).toBe(`${'n'.repeat(66)}….xlsx`)
  expect(shownFileName('.profile')).toBe('.profile')
})

test('sizes are given in KB and MB', () => {
  expect(shownSize(1)).toBe('1 KB')
  expect(shownSize(1024 * 1024)).toBe('1.0 MB')
})
