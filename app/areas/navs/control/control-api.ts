import { z } from 'zod'
import { documentById } from '~/areas/documents/documents-of.server'
import { documentDownload } from '~/areas/documents/routes/document-download'
import { aDay, aDocument, aNumber, anId, aStoredFile, aText, created, jsonAnswer } from '~/http/calls/answers'
import type { Call, EndpointTable } from '~/http/calls/call-types'
import { takes, takesFiles } from '~/http/calls/takes'
import { codeOf, idOf, idValue, optionalIdValue, textValue } from '~/http/calls/values'
import { generatedFile } from '~/http/downloads/download'
import type { Guarded, RouteArgs } from '~/http/guard'
import { CallFault } from '~/http/refusal'
import { servicesOfProcess } from '~/http/services-of-request'
import { workbookUpload } from '~/http/uploads/upload-limits'
import { recordSteps } from '~/http/uploads/work-steps'
import { KINDS } from '~/platform/files/file-types'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { aBridge, aControl, anEvidencedResult, controlShape, shapeOf } from '../api-shapes'
import { controlUpload, limitsOfSet } from '../forms'
import { MATCHING_OUTCOMES } from '../matching/matching'
import { matchingDocument, runMatching } from '../matching/matching.server'
import { CONTROL_SETS, type ControlSet, NAV_READERS } from '../nav'
import { controlAllFunds } from '../routes/control-all'
import { controlAllEnded } from '../umbrella/control-all.server'
import type { UmbrellaFund, UmbrellaRun } from '../umbrella/umbrella'
import { bridgeShape } from './bridge.server'
import { controlReport } from './control-report.server'
import { CONTROL_TITLE } from './control-upload'
import { changeReasonWithKey, overrideRule } from './override-rule.server'
import { controlFormats, filesOfFormats } from './read-upload.server'
import { type RuleResultRow, ruleResultById } from './rule-results.server'
import { runControl } from './run-control.server'

const Fields = z.object({
  comment: textValue.default('').describe('Mandatory.'),
  reason: textValue.default('').describe('Code of a reason; mandatory.'),
  fundNavId: optionalIdValue.describe('The NAV that the files belong to, if started from one.'),
  format: textValue
    .default('')
    .describe(
      'Code of the file format that reads the files; by default the one that finds its tables in them.',
    ),
  all: z
    .enum(['1', 'true', '0', 'false', ''], 'Give 1 or 0.')
    .default('')
    .describe(
      '1 runs a control of each fund that the files have, with one reason and comment; what one fund refuses does not stop the others. Without it files of several funds are refused, with these in details.funds.',
    ),
})

const MatchingFields = z.object({
  format: textValue
    .default('')
    .describe('Code of the file format that reads the file; by default the one that finds its table in it.'),
})

const aRunControl = aControl
  .extend({
    takenFrom: z
      .string()
      .nullable()
      .describe('Where it took the NAV back from, with its approvals void; null otherwise.'),
  })
  .meta({ id: 'RunControl' })

const ofFund = { fundCode: aText.nullable(), navDate: aDay.nullable() }
const aControlOfAll = z
  .object({
    controls: z.array(z.object({ ...ofFund, controlId: anId, okCount: aNumber, nokCount: aNumber })),
    refused: z.array(
      z.object({ ...ofFund, errorMessage: aText.describe('With what it lists, a line each.') }),
    ),
  })
  .meta({ id: 'ControlsOfFunds' })

/** What became of each fund; 200 where none was controlled. */
function controlAllAnswer({ run, funds }: { run: UmbrellaRun; funds: UmbrellaFund[] }) {
  const controls = funds.flatMap(({ fundCode, navDate, controlId, counts }) =>
    controlId !== null && counts
      ? [{ fundCode, navDate, controlId, okCount: counts.okCount, nokCount: counts.nokCount }]
      : [],
  )
  const refused = funds.flatMap(({ fundCode, navDate, controlId, refusal }) =>
    controlId === null ? [{ fundCode, navDate, errorMessage: refusal || run.note }] : [],
  )
  return jsonAnswer({ controls, refused }, controls.length > 0 ? 201 : 200)
}

/** Multipart files, comment, reason and, when started from one NAV, fundNavId: runs the control and returns it. */
export function controlCall(
  mostFiles: number,
  setOf: (params: RouteArgs['params']) => ControlSet,
): Pick<Call, 'may' | 'title' | 'answers' | 'body' | 'answer'> {
  return {
    may: ['navctrl', 'add', 'update'],
    title: CONTROL_TITLE,
    answers: { 200: aControlOfAll, 201: z.union([aRunControl, aControlOfAll]) },
    ...takesFiles(
      { limits: controlUpload(mostFiles), fields: Fields, limitsOf: ({ limits }) => limits, keeps: true },
      async (guarded, _, { files, fields }, { set, onStep }) => {
        const { comment, reason: reasonCode, fundNavId, format, all } = fields
        const { workers } = guarded.services
        const given = { set, files, comment, reasonCode, fundNavId, format }
        if (all === '1' || all === 'true') {
          const id = await controlAllFunds(guarded, given, onStep)
          return controlAllAnswer(await controlAllEnded(servicesOfProcess(guarded.services), id))
        }
        const run = await runControl(guarded, { workers, onStep }, given)
        return created({ ...shapeOf(run), takenFrom: run.takenFrom ?? null })
      },
      async (guarded: Guarded, { request, params }: RouteArgs) => {
        const { actor, services } = guarded
        const set = setOf(params)
        const formats = await controlFormats(guarded, CONTROL_SETS[set].uploadType)
        const limits =
          formats.length === 0 ? controlUpload(mostFiles) : limitsOfSet(set, filesOfFormats(formats))
        const key = request.headers.get('Idempotency-Key')
        const onStep = key === null ? undefined : recordSteps(services, actor.id, key)
        return { set, onStep, limits }
      },
    ),
  }
}

const change: Call = {
  may: ['navctrl', 'update'],
  summary:
    'Changes the reason of the current control of the current round; for members of the queue TEAM LEADER.',
  answers: { 200: aControl },
  title: 'Error updating reason.',
  answer(guarded, { params }) {
    const { transaction } = guarded
    const controlId = idOf(params.controlId, 'control')
    const reasonCode = codeOf(params.reasonCode)
    return transaction(async (context) => {
      await changeReasonWithKey(context, { controlId, reasonCode })
      return controlShape(context.tx, controlId)
    })
  },
}

const RuleResult = z.object({
  key: idValue.describe('The id of the rule result.'),
  result: z
    .enum(['OK', 'NOK', 'OK - not applicable', 'OK - justified'], 'Choose OK or NOK.')
    .transform((result) => (result === 'NOK' ? 'NOK' : 'OK'))
    .optional(),
  comment: textValue.nullish(),
})

/** Only changed fields need to be sent. A new result needs its own comment: the old one is about the old result. */
function wanted(
  now: RuleResultRow,
  { result, comment }: { result?: 'OK' | 'NOK'; comment?: string | null },
): { result: 'OK' | 'NOK'; comment: string } {
  const is = now.result === 'NOK' ? 'NOK' : 'OK'
  const keeps = result === undefined || result === is
  return { result: result ?? is, comment: comment ?? (keeps ? now.comment : '') }
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const aMatching = z
  .object({
    id: anId,
    matchingId: anId,
    fundNavId: anId,
    counts: z.record(z.enum(MATCHING_OUTCOMES), aNumber).describe('Positions by their outcome.'),
    formatCode: aText.nullable().describe('The file format that read the file; null for FUNDESK.'),
    formatVersion: aNumber.nullable().describe('The version of that format.'),
  })
  .meta({ id: 'Matching' })

export const controlCalls: EndpointTable = {
  about: 'navs',
  calls: {
    /** GET bridge/{controlId}: what explains FUND TNA less the previous one. */
    'bridge/:controlId': {
      GET: {
        may: [NAV_READERS],
        summary: 'The NAV bridge of a control: drivers, ten largest contributors and what is left.',
        answers: { 200: aBridge },
        answer: async ({ read }, { params }) => bridgeShape(read, idOf(params.controlId, 'control')),
      },
    },
    /**
     * GET dashboard/nav/reason/{reasonCode}/{controlId} changes the reason, and so does POST; both return the control.
     */
    'dashboard/nav/reason/:reasonCode/:controlId': { GET: { ...change, changes: true }, POST: change },
    /** POST ruleresult: a person changes a result or its comment; returns the stored rule result. */
    ruleresult: {
      POST: {
        may: ['navctrl', 'update'],
        title: 'Error',
        summary:
          'Changes the result or the comment of a rule in the current control of the current round; fields that are left out stay unchanged.',
        answers: { 200: anEvidencedResult },
        ...takes(RuleResult, (guarded, _, { key: ruleResultId, ...change }) => {
          const { transaction } = guarded
          return transaction(async (context) => {
            await withIdempotencyKey(context, `rule ${ruleResultId}`, async () => {
              const input = wanted(await ruleResultById(context.tx, ruleResultId), change)
              await overrideRule(context, { ruleResultId, ...input })
            })
            return ruleResultById(context.tx, ruleResultId)
          })
        }),
      },
    },
    /** GET nav/controls/documents/{id}: a file of a control, or with a control's id its error report. */
    'nav/controls/documents/:id': {
      GET: {
        may: [NAV_READERS],
        summary: 'A file of a NAV by its id; with the id of a control, its error report, created again.',
        answers: { 200: aDocument },
        async answer(guarded, { request, params }) {
          const { read, services } = guarded
          const { workers } = services
          const id = idOf(params.id, 'document')
          const document = await documentById(read, id).catch((error: unknown) => {
            if (error instanceof DomainError && error.code === 'not-found') return null
            throw error
          })
          if (document)
            return documentDownload(guarded, request, id, ({ objectKind }) => objectKind === 'nav')
          return generatedFile(guarded, async () => {
            return { ...(await controlReport({ read, workers }, id)), mediaType: XLSX }
          })
        },
      },
    },
    /** GET nav/controls/documents/mgmt/{id}: matching.xlsx of a matching, or of a NAV's newest one. */
    'nav/controls/documents/mgmt/:id': {
      GET: {
        may: [NAV_READERS],
        summary: 'The workbook matching.xlsx of a matching by its id, or of the newest matching of a NAV.',
        answers: { 200: aStoredFile(KINDS.xlsx.mediaType) },
        async answer(guarded, { request, params }) {
          const documentId = await matchingDocument(guarded.read, idOf(params.id, 'matching'))
          return documentDownload(guarded, request, documentId, ({ objectKind }) => objectKind === 'nav')
        },
      },
    },
    /** POST uploadfilesFIA/{nbFiles}: a control of 2 or 3 FIA files; 201 and the control. */
    'uploadfilesFIA/:nbFiles': {
      POST: {
        summary: 'Runs a control of the 2 or 3 Excel files of a FIA fund; answers it with its rule results.',
        path: { nbFiles: z.enum(['2', '3']) },
        ...controlCall(3, ({ nbFiles }) => {
          if (nbFiles === '2') return 'FIA2'
          if (nbFiles === '3') return 'FIA3'
          throw new CallFault(
            404,
            'FIA files come in sets of 2 or 3: call uploadfilesFIA/2 or uploadfilesFIA/3.',
          )
        }),
      },
    },
    /** POST uploadfilesMFFA: a control of Balance Sheet and Nav Pack; 201 and the control. */
    uploadfilesMFFA: {
      POST: {
        summary:
          'Runs a control of Balance Sheet and Nav Pack of a MultiFonds fund; answers it with its rule results.',
        ...controlCall(2, () => 'MFFA'),
      },
    },
    /** POST uploadmatching/{navid}: matches the management company's workbook; 201 and the count of each outcome. */
    'uploadmatching/:fundNavId': {
      POST: {
        may: ['navctrl', 'add', 'update'],
        title: 'File cannot be integrated, see error.',
        summary: "Matches the management company's workbook with the NAV's current control.",
        answers: { 201: aMatching },
        ...takesFiles(
          { limits: workbookUpload, fields: MatchingFields, keeps: true },
          async (guarded, _, { files, fields }, fundNavId: number) => {
            const run = await runMatching(guarded, guarded.services, { fundNavId, files, ...fields })
            return created({ id: run.matchingId, ...run })
          },
          async (_, { params }) => idOf(params.fundNavId, 'NAV'),
        ),
      },
    },
  },
}
