import { LAST_NAV_DATE } from '../demo/calendar'
import type { FundFigures } from '../demo/model/figures'
import { figuresBefore } from '../demo/model/simulate'
import { FAULTS, type FaultName, withFaults } from '../demo/story/faults'
import { controlFiles, matchingFile } from '../demo/workbooks/control-files'
import { differingPositions } from '../demo/workbooks/positions'
import { writeXlsx } from '../demo/workbooks/xlsx'
import { sampleInvoices } from './invoices'
import { readme } from './readme'
import { referenceSheets } from './reference-book'

/** A file of public/samples: its path below that folder. */
export interface SampleFile {
  path: string
  bytes: Uint8Array
}

/** The NAV that each set of workbooks is for: still to control in the demo. */
export const SAMPLE_NAVS = {
  'fia3-good': 'ARV03',
  'fia3-faulty': 'COR06',
  fia2: 'PEN01',
  mffa: 'BRU02',
} as const
export type SampleSet = keyof typeof SAMPLE_NAVS

/** What is wrong in the faulty set, by the rule that finds it. */
export const SAMPLE_FAULTS: FaultName[] = ['N03', 'N08', 'B03', 'B04', 'I02', 'I03', 'I05', 'I07', 'I10']

// Not deflated: zlib's bytes differ between versions of Node, and these files are compared byte by byte.
const STORED = { packed: false }

function sampleFigures(set: SampleSet): FundFigures {
  const figures = figuresBefore(SAMPLE_NAVS[set], 0)
  if (figures.navDate !== LAST_NAV_DATE) throw new Error(`${set} is not of the last NAV date`)
  if (set !== 'fia3-faulty') return figures
  return withFaults(
    figures,
    SAMPLE_FAULTS.map((name) => FAULTS[name]),
  )
}

/** All files of public/samples: the same bytes every time and everywhere. */
export async function makeSamples(): Promise<SampleFile[]> {
  const sets = (Object.keys(SAMPLE_NAVS) as SampleSet[]).flatMap((set) =>
    controlFiles(sampleFigures(set), STORED).map(({ fileName, bytes }) => ({
      path: `${set}/${fileName}`,
      bytes,
    })),
  )
  const positions = matchingFile(differingPositions(sampleFigures('fia3-good')), STORED)
  return [
    ...sets,
    { path: 'matching.xlsx', bytes: positions.bytes },
    { path: 'reference.xlsx', bytes: writeXlsx(referenceSheets(), STORED) },
    ...(await sampleInvoices()),
    { path: 'README.txt', bytes: new TextEncoder().encode(readme()) },
  ]
}
