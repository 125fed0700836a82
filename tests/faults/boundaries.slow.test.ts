import { nokRules } from 'tests/support/areas/navs/rules/rule-input'
import { examine } from 'tests/support/rule-oracle/examine'
import { steadySet } from 'tests/support/workbooks/set'
import { expect, test } from 'vitest'
import { RULES } from '~/areas/navs/rules/catalogue'
import { BOUNDARIES } from '../support/faults/catalogue'
import { deliveredInput } from '../support/faults/engine'

// The other rules judge by what is not in the files, and are not in the oracle.
const OF_FILES = new Set<string>(RULES.slice(0, 41).map(({ id }) => id))

test.each(BOUNDARIES)('%s', async (_sentence, change, nok) => {
  const set = steadySet()
  change(set)
  const found = nokRules(await deliveredInput(set))
  expect(found.filter((id) => OF_FILES.has(id))).toEqual(nok)
  const examined = examine(set).results.filter(({ result }) => result === 'NOK')
  expect(examined.map(({ id }) => id)).toEqual(nok)
})
