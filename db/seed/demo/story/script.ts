import type { NamedBytes } from '~/areas/navs/control/control-upload'
import type { Day } from '~/platform/values/day'
import { businessDaysAfter, LAST_DAY } from '../calendar'
import type { DemoFund } from '../funds'
import { steady } from '../market/series'
import type { FundFigures } from '../model/books'
import { controlFiles } from '../workbooks/control-files'
import { delivered, type FaultName } from './faults'
import { type Act, SITTING_KEYS, type Sitting, type Work } from './sitting'

/** Business days after the NAV date, and the hour (UTC). */
export type When = [days: number, hour: number]

/** The users who look after a NAV; the approver is not the preparer. */
export interface People {
  accountant: string
  teamLeader: string
  manager: string
  sender: string
  clientDesk: string
}

/** Records the events of one NAV, in order. */
export class Script {
  readonly sittings: Sitting[] = []
  readonly people: People

  constructor(
    readonly fund: DemoFund,
    readonly navDate: Day,
  ) {
    const one = (name: string, role: string) =>
      `${role}${steady(`${name} ${fund.code} ${navDate}`) < 0.5 ? 1 : 2}`
    const manager = one('manager', 'manager')
    this.people = {
      accountant: fund.accountant,
      teamLeader: one('team leader', 'teamleader'),
      manager,
      sender: manager === 'manager1' ? 'manager2' : 'manager1',
      clientDesk: one('client desk', 'clientdesk'),
    }
  }

  /** A steady choice for this NAV: true for about one in `count`. */
  oneIn(count: number, what: string): boolean {
    return steady(`${what} ${this.fund.code} ${this.navDate}`) < 1 / count
  }

  control(when: When, reasonCode: string, comment: string, faults: readonly FaultName[] = []): this {
    return this.#add(when, this.people.accountant, {
      kind: 'control',
      // Whoever gets two files of three sends what came.
      set: faults.includes('N12') ? 'FIA2' : this.fund.set,
      files: () => controlFiles(this.#figures(faults)),
      reasonCode,
      comment,
    })
  }

  matching(when: When, file: (figures: FundFigures) => NamedBytes): this {
    return this.#add(when, this.people.accountant, { kind: 'matching', file: () => file(this.#figures([])) })
  }

  acts(when: When, who: keyof People, ...acts: Act[]): this {
    return this.#add(when, this.people[who], { kind: 'acts', acts })
  }

  /** The day of a sitting. */
  day(days: number): Day {
    return businessDaysAfter(this.navDate, days)
  }

  #figures(faults: readonly FaultName[]): FundFigures {
    return delivered(this.fund, this.navDate, faults)
  }

  #add([days, hour]: When, who: string, work: Work): this {
    const { code } = this.fund
    const number = this.sittings.length + 1
    const day = this.day(days)
    if (day > LAST_DAY) throw new Error(`${code} ${this.navDate}: ${day} is after the demo's last day`)
    const minute = Math.floor(steady(`minute ${code} ${this.navDate} ${number}`) * 50)
    const at = new Date(`${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00Z`)
    const last = this.sittings.at(-1)
    if (last && last.at >= at)
      throw new Error(`${code} ${this.navDate}: sitting ${number} is not after the last`)
    this.sittings.push({
      key: `${SITTING_KEYS}${code}/${this.navDate}/${number}`,
      at,
      who,
      fundCode: code,
      navDate: this.navDate,
      work,
    })
    return this
  }
}
