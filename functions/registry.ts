import type { AreaName } from '#shared/api/index.ts'
import type { IndexName } from './table/indexes.ts'
import type { Kind, map } from './table/map.ts'

/**
 * The types of the records that describe Lambda functions. Each area has a `functions.ts` with a record for each of its functions, by
 * name; infra/registry.ts gathers them, and bundles, gateway routes, roles, queues, schedules and alarms are made from them.
 */
export type Functions = Readonly<Record<string, FunctionRecord>>

export type FunctionRecord = {
  /** The file it starts in: `handler.ts`, or one that ends in `Handler.ts`. It exports `handler`. */
  entry: `functions/${string}/${string}.ts`
  /** What people lose while it fails, in their words: the text of its alarms. */
  loses: string
  on: Trigger
  /** The partitions of the table whose items it reads, and those whose items it writes. */
  may: { read: readonly Partition[]; write: readonly Partition[] }
  /** The indexes that it queries: those that lie within a partition for the partitions it reads, others as a whole. */
  indexes?: readonly IndexName[]
  /** What it does to the files of a folder of the media bucket, whose name it finds in MEDIA_BUCKET. */
  media?: Partial<Record<MediaFolder, readonly MediaAction[]>>
  /** The keys of ours that it signs or seals by. */
  secrets?: readonly SecretName[]
  /** The providers outside AWS whose APIs it calls: the address is in `<NAME>_ADDRESS`, the ARN of our credentials there in `<NAME>_SECRET`. */
  outside?: readonly OutsideName[]
  /** It posts to addresses that clubs have named; where they try that on one’s own machine is WEBHOOKS_ADDRESS. */
  webhooks?: true
  /** The functions with a queue that it sends messages to: their addresses are QUEUES and the name. */
  sends?: readonly string[]
  /** It delays messages by sending them to its own queue again. Lambda's recursive loop detection, which stops that after sixteen times, is switched off. */
  putsOff?: true
  /** It writes to open lines, which are WebSocket connections, at the address in LINES_URL. */
  lines?: true
  /** It takes accounts out of the user pool, whose id is in USER_POOL_ID. */
  accounts?: true
  /** It ends the sign-ins of an account at the user pool, whose id is in USER_POOL_ID, or in what the pool tells it. */
  signsOut?: true
  /** It sends mail, where the stage has an address to send from: that is in MAIL_FROM. */
  mail?: true
  /** Its bundle is split: what it loads by `import()` lies in files of its own beside its index. */
  inParts?: true
  /** Packages whose files it reads at run time: they are copied to a `node_modules` beside its index. */
  packs?: readonly string[]
  /** MB; the stage's if left out. */
  memory?: number
  /** Seconds it may take; by what calls it if left out. */
  timeout?: number
}

/** What calls a function. */
type Trigger =
  /** The gateway, on every route of the area's contract. */
  | { api: AreaName }
  /** The gateway, on whatever is asked by an access token; it hands that on to the handlers of these areas, and may read what they may. */
  | { token: readonly AreaName[] }
  /** The table: each change that one of these describes becomes a message in the function's own queue; see worker.ts. */
  | ({ stream: readonly Watched[] } & Pace)
  /**
   * Its own queue, which other functions send to, or which hears what SES tells of our mails, what is mailed to us, or what
   * GuardDuty has found to be harmful in the media bucket.
   */
  | ({ queue: true; hears?: 'mail' | 'replies' | 'harmful' } & Pace)
  /** The clock: `rate(1 hour)`, `cron(0 6 * * ? *)` in UTC. */
  | { schedule: `rate(${string})` | `cron(${string})` }
  /** An address of its own, open to everyone, at which it answers the area's contract: for what others call us on. */
  | { url: AreaName }
  /** The WebSocket API: whoever wants to open a line, or what happens on the lines. */
  | { socket: 'authorizer' | 'messages' }
  /** The user pool. */
  | { userPool: 'postConfirmation' }
  /** The table's stream itself. There is one. */
  | { dispatch: true }

export type Pace = {
  /** The most batches that are worked on at the same time; 5 if left out, 2 at least. */
  atOnce?: number
  /** After how many failed deliveries a message goes to the dead-letter queue, which raises an alarm; 7 if left out, which takes eleven minutes. */
  tries?: number
}

/** A filter of changes in the table: a worker gets a message for each change that one of its filters matches. */
export type Watched = {
  kind: Kind
  /** Only when it came to be, was changed, or went; each of them if left out. */
  change?: readonly ('created' | 'changed' | 'removed')[]
  /** Only of items whose text attribute has this value now. */
  where?: { attribute: string; value: string }
  /** Of a change, only when one of these attributes is another than before. */
  attributes?: readonly string[]
  /**
   * The message says who wrote, which attributes are others than before, and of these what they were and are. Of all others
   * it says that they changed.
   */
  tells?: readonly string[]
  /** Beside `tells`: attributes of which the message also says what they are where they are as before. */
  stands?: readonly string[]
}

/** What the keys of the table's partitions begin with, up to the `#`; see table/map.ts. */
export type Partition = (typeof map)[Kind][0] extends infer Line
  ? Line extends `${infer P}#${string}`
    ? P
    : never
  : never

/** Partitions whose items are only added, never changed or removed: no function gets the right to. */
export const appendOnly = ['LEDGER', 'AUDIT'] as const satisfies readonly Partition[]

/** The indexes that lie within a partition of the table. */
export const localIndexes = ['lsi1'] as const satisfies readonly IndexName[]

/** The folders of the media bucket that everybody may read who knows an address in them: people's pictures. */
export const openFolders = ['avatar'] as const
/**
 * Its folders that are read and written at addresses that a function signs for somebody: files as they come, those that are
 * kept, and copies of people's data.
 */
export const signedFolders = ['incoming', 'files', 'copies'] as const
/** Those of which people have sent what lies there and others may open it: it is looked through for malicious software. */
export const scannedFolders = ['avatar', 'files'] as const
/** Each is served at the address of its name. */
export const mediaFolders = [...openFolders, ...signedFolders] as const
export type MediaFolder = (typeof mediaFolders)[number]
/** `parts`: sees which parts of a file have come; putting a part is putting. */
export type MediaAction = 'put' | 'get' | 'delete' | 'parts'

/**
 * The keys with which we sign: the links in mail, the cursors of paged lists, what we say to push services. `seals`: those by which
 * what opens something elsewhere is sealed in the table.
 */
export type SecretName = 'links' | 'cursors' | 'push' | 'seals'

/**
 * Providers outside AWS whose APIs we call. What they know us by is created in Secrets Manager as `touchline/<stage>/<name>`;
 * functions/providers/keys.ts says what is in it.
 */
export type OutsideName = 'stripe' | 'paypal' | 'fluidpay'
