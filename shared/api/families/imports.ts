import * as z from 'zod/mini'
import { ownFieldLimit } from '../../rules/ownFields.ts'
import { bytesOf, maxBytesAtOnce, maxRowsAtOnce, rowLimits } from '../../rules/playerRows.ts'
import { Email, id, PersonName } from '../fields.ts'
import type { Area } from '../route.ts'

/** The most rows of an import. */
const maxRows = 20_000

const Line = z.int().check(z.minimum(1), z.maximum(1_000_000))
/** Text on one line, without invisible characters; may be empty. */
const ShortText = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u))
const BirthDay = z.iso.date().check(z.regex(/^(19|20)/))

const Row = z.object({
  row: Line,
  firstName: PersonName,
  /** Empty for people with one name. */
  lastName: ShortText(64),
  bornOn: z.optional(BirthDay),
  number: z.optional(ShortText(rowLimits.number)),
  position: z.optional(ShortText(rowLimits.position)),
  teamId: z.optional(id('team')),
  guardians: z
    .array(z.object({ name: ShortText(64), email: z.optional(Email), phone: z.optional(ShortText(40)) }))
    .check(z.maxLength(3)),
  /** Answers to the club's custom fields, by field id. */
  fields: z.optional(z.record(z.string().check(z.regex(/^[a-z0-9]{1,32}$/)), ShortText(ownFieldLimit))),
  household: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  is: z.optional(z.union([z.literal('new'), id('player')])),
})
const Rows = z.array(Row).check(
  z.minLength(1),
  z.maxLength(maxRowsAtOnce),
  // Reported at the row that exceeds the limit.
  z.check(({ value, issues }) => {
    let bytes = 0
    const at = value.findIndex((row) => (bytes += bytesOf(row)) > maxBytesAtOnce)
    if (at >= 0) issues.push({ code: 'custom', input: value, path: [at], params: { code: 'rows_too_long' } })
  }),
)

const KnownPlayer = z.object({
  id: z.string(),
  name: z.string(),
  bornOn: z.nullable(z.string()),
  teams: z.array(z.string()),
})
const CheckedRow = z.object({
  row: z.int(),
  /** `new`, there already (`same`), to be changed, unclear because several have this name, or on a team that is gone. */
  does: z.enum(['new', 'change', 'same', 'unclear', 'team_gone']),
  player: z.nullable(KnownPlayer),
  /** `from` is empty for something new. */
  changes: z.array(
    z.object({
      what: z.enum(['bornOn', 'team', 'number', 'position', 'guardian', 'household', 'field']),
      /** The name of the club's custom field. */
      name: z.optional(z.string()),
      from: z.string(),
      to: z.string(),
    }),
  ),
  among: z.array(KnownPlayer),
})

const Import = z.object({
  id: z.string(),
  name: z.string(),
  startedAt: z.string(),
  state: z.enum(['staging', 'running', 'done', 'undoing', 'undone']),
  rows: z.int(),
  done: z.int(),
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  kept: z.int(),
  refused: z.array(z.object({ row: z.int(), why: z.enum(['team_gone', 'unclear', 'changed_meanwhile']) })),
})
const ImportName = z.string().check(z.regex(/^[a-z0-9]{16,32}$/))
const right = { can: 'canEditPlayers', subject: 'path.orgUnitId' } as const

/** Imports of players from tables, into a club or one team. */
export const imports = {
  'POST /rest-api/families/imports/{orgUnitId}/check': {
    ...right,
    does: 'Returns what each row of a table of players would do if it were imported, without changing anything.',
    body: z.object({ rows: Rows }),
    returns: z.object({ rows: z.array(CheckedRow) }),
  },
  'GET /rest-api/families/imports/{orgUnitId}': {
    ...right,
    does: 'Lists the latest imports of players with their progress.',
    early: true,
    returns: z.object({ imports: z.array(Import) }),
  },
  'POST /rest-api/families/imports/{orgUnitId}': {
    ...right,
    does: 'Creates an import of players, whose rows are uploaded next. Idempotent.',
    body: z.object({
      importId: ImportName,
      name: ShortText(120),
      rows: z.int().check(z.minimum(1), z.maximum(maxRows)),
    }),
    returns: Import,
  },
  'GET /rest-api/families/imports/{orgUnitId}/{importId}': {
    ...right,
    does: 'Returns the progress of an import and the rows that could not be imported.',
    early: true,
    returns: Import,
  },
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows': {
    ...right,
    does: 'Uploads one part of the rows of an import. Parts may come in any order; a part that is sent again replaces the earlier one.',
    body: z.object({ part: z.int().check(z.minimum(0), z.maximum(maxRows)), rows: Rows }),
    returns: z.object({}),
    refuses: ['import_begun'],
  },
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/start': {
    ...right,
    does: 'Starts an import once all of its rows are uploaded. Idempotent.',
    returns: Import,
    refuses: ['import_not_whole'],
  },
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/undo': {
    ...right,
    does: 'Stops an import and undoes its changes, except for players who were changed since. Available for 30 days.',
    returns: Import,
  },
} as const satisfies Area
