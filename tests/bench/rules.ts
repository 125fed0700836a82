import { controlDataOf } from 'tests/support/workbooks/control-data-of'
import { fundModel, previousModel } from 'tests/support/workbooks/model'
import { delta } from '~/areas/navs/delta/delta'
import { RULES } from '~/areas/navs/rules/catalogue'
import { evaluateRules } from '~/areas/navs/rules/evaluate'
import { ruleInput } from '../support/areas/navs/rules/rule-input'
import { spread } from './figures'

// Only the rules and the difference, without reading and storing: 8,000 inventory lines on both dates.
const RUNS = 7
const LINES = 8_000

function timed(work: () => void): number[] {
  return Array.from({ length: RUNS }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
}

const input = ruleInput(() => {}, { lines: LINES })
const now = controlDataOf(fundModel({ lines: LINES }))
const before = controlDataOf(previousModel({ lines: LINES }))
console.log(`${LINES} inventory lines on both dates, ${RUNS} runs`)
console.log(`  ${RULES.length} rules and the bridge: ${spread(timed(() => evaluateRules(input)))}`)
console.log(`  difference: ${spread(timed(() => delta(now, before)))}`)
