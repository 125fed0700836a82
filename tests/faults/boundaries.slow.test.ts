import { nokRules } from 'tests/support/areas/navs/rules/rule-input'
import { examine } from 'tests/support/rule-oracle/examine'
import { steadySet } from 'tests/support/workbooks/set'
import { expect, test } from 'vitest'
import { BOUNDARIES } from '../support/faults/catalogue'
import { deliveredInput } from '../support/faults/engine'

test.each(BOUNDARIES)('%s', async (_sentence, change, nok) => {
  const set = steadySet()
  change(set)
  expect(nokRules(await deliveredInput(set))).toEqual(nok)
  const examined = examine(set).results.filter(({ result }) => result === 'NOK')
  expect(examined.map(({ id }) => id)).toEqual(nok)
})
