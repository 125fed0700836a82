import { expect, test } from 'vitest'
import { partsOfName, sharedBeginnings } from '~/ui/grid/name-text'

const NAMES = [
  'Arvensis SICAV – World Equities',
  'Arvensis SICAV – Obligations Souveraines Européennes à Échéance Intermédiaire',
  'Arvensis SICAV – World Equities',
  'Solo – Fund',
]

test('a beginning is shared by different names, not by the same name twice', () => {
  expect([...sharedBeginnings(NAMES)]).toEqual(['Arvensis SICAV –'])
  expect([...sharedBeginnings(['A – B', 'A – B'])]).toEqual([])
  expect([...sharedBeginnings(['Co-operative', 'Co-ordination'])]).toEqual([])
})

test.each([
  ['Arvensis SICAV – World Equities', ['Arvensis SICAV –', '', 'World Equities']],
  [
    'Arvensis SICAV – Obligations Souveraines Européennes à Échéance Intermédiaire',
    ['Arvensis SICAV –', 'Obligations Souveraines Européennes à Échéance', 'Intermédiaire'],
  ],
  [
    'Arvensis SICAV – Rentenstrategie Kurze Laufzeiten',
    ['Arvensis SICAV –', 'Rentenstrategie', 'Kurze Laufzeiten'],
  ],
  ['Solo – Fund', ['', '', 'Solo – Fund']],
  ['Donaudampfschifffahrtsgesellschaft', ['', '', 'Donaudampfschifffahrtsgesellschaft']],
])('%s', (name, [shared, middle, end]) => {
  expect(partsOfName(name, sharedBeginnings(NAMES))).toEqual({ shared, middle, end })
})
