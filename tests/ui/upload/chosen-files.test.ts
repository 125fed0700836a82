import { expect, test } from 'vitest'
import { addFiles, shownSize } from '~/ui/upload/chosen-files'
import { shownFileName } from '~/ui/upload/shown-file-name'

const file = (name: string, size = 10) => ({ name, size })
const RULES = {
  slots: 3,
  tooLargeFrom: 1024 * 1024,
  tooLargeText: (name: string) => `File size too big (>1Mb) for ${name}`,
  endings: ['.xlsx', '.xlsm'],
}

test('a file with the name of one already chosen is ignored', () => {
  const { files, faults } = addFiles([file('a.xlsx', 1)], [file('a.xlsx', 2), file('b.xlsx')], RULES)
  expect(files).toEqual([file('a.xlsx', 1), file('b.xlsx')])
  expect(faults).toEqual([])
})

test('files beyond the slots are left out and named', () => {
  const more = ['a', 'b', 'c', 'd'].map((name) => file(`${name}.XLSX`))
  const { files, faults } = addFiles([], more, RULES)
  expect(files).toHaveLength(3)
  expect(faults).toEqual(['d.XLSX was left out: 3 files are taken here.'])
})

test('a file of exactly 1024 KB is too large, one byte less is not', () => {
  const { files, faults } = addFiles([], [file('a.xlsx', 1048576), file('b.xlsx', 1048575)], RULES)
  expect(files.map((one) => one.name)).toEqual(['b.xlsx'])
  expect(faults).toEqual(['File size too big (>1Mb) for a.xlsx'])
})

test('a file of another type is refused', () => {
  expect(addFiles([], [file('a.pdf')], RULES).faults).toEqual([
    'a.pdf is not of a type that is taken here (.xlsx, .xlsm).',
  ])
})

test('long names are cut before their extension', () => {
  expect(shownFileName(`${'n'.repeat(66)}.xlsx`)).toBe(`${'n'.repeat(66)}.xlsx`)
  expect(shownFileName(`${'n'.repeat(67)}.xlsx`)).toBe(`${'n'.repeat(66)}….xlsx`)
  expect(shownFileName('.profile')).toBe('.profile')
})

test('sizes are told in KB and MB', () => {
  expect(shownSize(1)).toBe('1 KB')
  expect(shownSize(1024 * 1024)).toBe('1.0 MB')
})
