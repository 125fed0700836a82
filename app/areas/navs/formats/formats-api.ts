import type { Read } from 'db/database'
import { z } from 'zod'
import { aDay, aNumber, anId, anInstant, aText, jsonAnswer } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { takes, takesFiles } from '~/http/calls/takes'
import { codeOf, idOf, optionalIdValue } from '~/http/calls/values'
import type { UploadLimits } from '~/http/uploads/upload-limits'
import { MAX_FORMAT_BYTES } from '~/platform/formats/format-limits'
import { KINDS } from '~/platform/formats/kinds'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { FILES_TO_TEACH } from '../forms'
import { CONTROL_USE_FIELDS, DIFFERENCE_FIELDS, FORMAT_COLUMNS, VERSION_FIELDS } from './format-columns'
import {
  controlsByFormat,
  formatJson,
  formatRows,
  versionDifferences,
  versionRows,
} from './format-rows.server'
import { proposeFormat } from './propose-format.server'
import { suggestedFormat } from './suggested-format.server'
import { formatToTry, tryFormat } from './try-format.server'

/** The files of a set, and the format as text. */
const limits: UploadLimits = {
  ...FILES_TO_TEACH,
  fieldBytes: MAX_FORMAT_BYTES,
  title: 'Files cannot be read, see error.',
}

const aFact = z.object({ value: aText.nullable(), cell: aText.nullable() })
const aLine = z.object({
  row: aNumber.nullable().describe('The first row of the line.'),
  values: z.record(aText, aText.nullable()).describe('By the names of our columns.'),
  cells: z.record(aText, aText).describe('Where each value that came from the file stands.'),
})

const aTrial = z
  .object({
    format: z
      .object({ code: aText, version: aNumber })
      .nullable()
      .describe('The stored format that read the files; null for one that was sent.'),
    tables: z.array(
      z.object({
        kind: z.enum(KINDS),
        file: aText,
        funds: z.array(z.object({ facts: z.record(aText, aFact), lines: z.array(aLine) })),
        skipped: aNumber.describe('Rows that are neither line nor section.'),
      }),
    ),
    faults: z
      .array(
        z.object({
          file: aText.nullable(),
          sheet: aText.nullable(),
          cell: aText.nullable(),
          what: aText,
        }),
      )
      .describe('The first 20.'),
  })
  .meta({ id: 'FormatTrial' })

const aFormat = z
  .looseObject({ code: aText, version: aNumber })
  .describe('The JSON of the format, with the version.')
  .meta({ id: 'FileFormat' })

const aSuggestion = z
  .looseObject({ code: aText, name: aText, files: aNumber })
  .describe('The JSON of a format; what the files do not say is still to be added.')
  .meta({ id: 'SuggestedFormat' })

const ROW = {
  code: aText,
  name: aText,
  provider: aText.nullable(),
  version: aNumber.describe('Of a pending one the version that it becomes.'),
  from: aDay,
  to: aDay.nullable(),
  status: z.enum(['active', 'upcoming', 'ended', 'pending']),
}

const aProposal = z
  .object({ ...ROW, note: aText.describe('What becomes of it.') })
  .meta({ id: 'ProposedFormat' })

/** The JSON of a version, with its number. */
async function versionAnswer(read: Read, code: string, version?: number) {
  const found = await formatJson(read, code, version)
  return { ...JSON.parse(found.definition), version: found.version }
}

export const formatsCalls: EndpointTable = {
  about: 'navs',
  calls: {
    /** GET formats: every file format with its newest version. POST proposes a version to another administrator. */
    formats: {
      GET: {
        may: ['navctrl'],
        summary: 'The file formats: the newest version of each, and those that wait for a second person.',
        list: kindsOf(FORMAT_COLUMNS),
        answers: {
          200: z.array(z.object(ROW).meta({ id: 'FormatRow' })),
        },
        answer: async ({ read, today }, args) =>
          rowsAnswer(args, await formatRows(read, today), FORMAT_COLUMNS),
      },
      POST: {
        may: ['administration', 'update'],
        title: 'The format was not proposed',
        summary:
          'Proposes a new file format, or the next version of one, to another administrator; each fault of its JSON is named with its pointer.',
        answers: { 201: aProposal, 202: aProposal },
        ...takes(
          z.looseObject({}).describe('The JSON of the format.'),
          async ({ transaction }, _, format) => {
            const proposed = await transaction((context) =>
              withIdempotencyKey(context, 'propose a file format', () =>
                proposeFormat(context, JSON.stringify(format, null, 2), ''),
              ),
            )
            return jsonAnswer(proposed, proposed.status === 'pending' ? 202 : 201)
          },
        ),
      },
    },
    /** GET formats/{code}: the JSON of its newest version. */
    'formats/:code': {
      GET: {
        may: ['navctrl'],
        summary: 'The JSON of the newest version of a file format.',
        answers: { 200: aFormat },
        answer: ({ read }, { params }) => versionAnswer(read, codeOf(params.code)),
      },
    },
    /** GET formats/{code}/{version}: the JSON of a version. */
    'formats/:code/:version': {
      GET: {
        may: ['navctrl'],
        summary: 'The JSON of a version of a file format.',
        answers: { 200: aFormat },
        answer: ({ read }, { params }) =>
          versionAnswer(read, codeOf(params.code), idOf(params.version, 'version')),
      },
    },
    /** GET formats/{code}/versions: all its versions, with who proposed and approved each. */
    'formats/:code/versions': {
      GET: {
        may: ['navctrl'],
        summary: 'The versions of a file format, the newest first, with who proposed and approved each.',
        list: kindsOf(VERSION_FIELDS),
        answers: {
          200: z.array(
            z
              .object({
                version: aNumber,
                name: aText,
                from: aDay,
                to: aDay.nullable(),
                proposedBy: aText,
                approvedBy: aText,
                approvedAt: anInstant,
              })
              .meta({ id: 'FormatVersion' }),
          ),
        },
        async answer({ read }, args) {
          const code = codeOf(args.params.code)
          await formatJson(read, code)
          return rowsAnswer(args, await versionRows(read, code), VERSION_FIELDS)
        },
      },
    },
    /** GET formats/{code}/{version}/differences/{before}: what differs between two versions, place by place. */
    'formats/:code/:version/differences/:before': {
      GET: {
        may: ['navctrl'],
        summary:
          'What a version of a file format has other than another version, place by place in its JSON.',
        list: kindsOf(DIFFERENCE_FIELDS),
        answers: {
          200: z.array(
            z
              .object({
                pointer: aText.describe('Of the place in the JSON (RFC 6901).'),
                before: aText.nullable().describe('As JSON; null where the other version does not have it.'),
                after: aText.nullable().describe('As JSON; null where this version does not have it.'),
              })
              .meta({ id: 'FormatDifference' }),
          ),
        },
        async answer({ read }, args) {
          const { code, version, before } = args.params
          const versions = { before: idOf(before, 'version'), after: idOf(version, 'version') }
          const found = await versionDifferences(read, codeOf(code), versions)
          return rowsAnswer(args, found, DIFFERENCE_FIELDS)
        },
      },
    },
    /** GET formats/{code}/{version}/controls: the controls whose files it read. */
    'formats/:code/:version/controls': {
      GET: {
        may: ['navctrl'],
        summary: 'The controls whose files a version of a file format read, the newest first.',
        list: kindsOf(CONTROL_USE_FIELDS),
        answers: {
          200: z.array(
            z
              .object({
                controlId: anId,
                fundNavId: anId,
                fundCode: aText,
                navDate: aDay,
                version: aNumber,
                submissionDate: anInstant,
                user: aText.nullable(),
              })
              .meta({ id: 'ControlByFormat' }),
          ),
        },
        async answer({ read }, args) {
          const [code, version] = [codeOf(args.params.code), idOf(args.params.version, 'version')]
          await formatJson(read, code, version)
          return rowsAnswer(args, await controlsByFormat(read, code, version), CONTROL_USE_FIELDS)
        },
      },
    },
    /** POST formats/suggest: how files are most likely read; stores nothing. */
    'formats/suggest': {
      POST: {
        may: ['navctrl', 'add'],
        title: 'Files cannot be read, see error.',
        summary:
          'Proposes a file format for the files of a set, by the words of their headings and what stands below them. Stores nothing.',
        answers: { 200: aSuggestion },
        ...takesFiles({ limits }, ({ today, services: { workers } }, _, { files }) =>
          suggestedFormat(workers, files, today),
        ),
      },
    },
    /** POST formats/try: reads files by a file format that is sent with them; stores nothing. */
    'formats/try': {
      POST: {
        may: ['navctrl', 'add'],
        title: 'Files cannot be read, see error.',
        summary:
          'Reads the files of a set, or one of them, by a file format: the tables with their cells and faults. Stores nothing.',
        answers: { 200: aTrial },
        ...takesFiles(
          {
            limits,
            fields: z.object({
              format: z
                .string('Give a text.')
                .max(MAX_FORMAT_BYTES, 'A format has at most 256 KB.')
                .describe('The JSON of a file format, or the code of a stored one.'),
              fundNavId: optionalIdValue.describe(
                'The NAV that gives the facts that the format leaves to it.',
              ),
            }),
          },
          async ({ read, services: { workers } }, _, { files, fields }) => {
            const { fundNavId } = fields
            const { stored, format } = await formatToTry(read, fields.format, fundNavId)
            return { format: stored, ...(await tryFormat({ read, workers }, format, files, fundNavId)) }
          },
        ),
      },
    },
  },
}
