import type { AreaName } from '#shared/api/index.ts'
import type { IndexName } from './table/indexes.ts'
import type { Kind, map } from './table/map.ts'

/**
 * The types of the records that describe Lambda functions. Each area has a `functions.ts` with a record for each of its
 * functions, by name; infra/registry.ts collects them, and creates bundles, gateway routes, roles, queues, schedules and alarms
 * from them.
 */
export type Functions = Readonly<Record<string, FunctionRecord>>

export type FunctionRecord = {
  /** The file with the exported `handler`: `handler.ts`, or one that ends in `Handler.ts`. */
  entry: `functions/${string}/${string}.ts`
  /** What people lose while it fails, in one sentence: the text of its alarms. */
  impact: string
  on: Trigger
  /** The partitions of the table whose items it may read, and those whose items it may write. */
  may: { read: readonly Partition[]; write: readonly Partition[] }
  /** The indexes that it queries: a local one in the partitions that it reads, a global one as a whole. */
  indexes?: readonly IndexName[]
  /** By folder of the media bucket, what it may do with the objects in it. The name of the bucket is in MEDIA_BUCKET. */
  media?: Partial<Record<MediaFolder, readonly MediaAction[]>>
  /** The keys that it signs or encrypts with. */
  secrets?: readonly SecretName[]
  /** The providers whose APIs it calls: the URL is in `<NAME>_ADDRESS`, the ARN of our credentials there in `<NAME>_SECRET`. */
  providers?: readonly ProviderApi[]
  /** It calls webhooks of clubs. On the stage `local`, WEBHOOKS_ADDRESS is the origin that stands in for them. */
  webhooks?: true
  /** The functions whose queues it sends messages to: a queue's URL is QUEUES followed by the function's name. */
  sends?: readonly string[]
  /** It sends messages to its own queue to delay them, so Lambda's recursive loop detection, which stops that after 16 times, is off. */
  recursiveLoop?: true
  /** It posts to connections of the WebSocket API, whose callback URL is in LINES_URL. */
  webSocket?: true
  /** It deletes users of the user pool, whose id is in USER_POOL_ID. */
  deletesUsers?: true
  /** It signs users of the user pool out everywhere. The pool's id is in USER_POOL_ID; a trigger of the pool has it in its event. */
  signsOut?: true
  /** It sends mail. The sender is in MAIL_FROM, which is missing where the stage sends no mail. */
  mail?: true
  /** esbuild splits its bundle: what it loads by `import()` is in files of its own beside its index. */
  codeSplitting?: true
  /** Files and folders of node_modules that it reads at run time: they are copied to a `node_modules` beside its index. */
  nodeModules?: readonly string[]
  /** In MB; by default that of the stage. */
  memory?: number
  /** In seconds; the default depends on the trigger. */
  timeout?: number
}

/** What invokes a function. */
type Trigger =
  /** The HTTP API, on every route of the area's contract. */
  | { api: AreaName }
  /** The HTTP API, on requests with an access token of a program. It calls the handlers of these areas, and may read what they may. */
  | { token: readonly AreaName[] }
  /** The table's stream: each change that matches one of the filters becomes a message in the function's queue; see worker.ts. */
  | ({ stream: readonly ChangeFilter[] } & QueueOptions)
  /**
   * Its queue, which other functions send to (`sends`), or which receives events: SES events about our mails, mails that were
   * sent to us, or findings of GuardDuty about objects in the media bucket.
   */
  | ({ queue: true; source?: 'mail-events' | 'received-mail' | 'malware-findings' } & QueueOptions)
  /** An EventBridge schedule, in UTC. */
  | { schedule: `rate(${string})` | `cron(${string})` }
  /** A function URL without an authorizer, which serves the area's contract: for webhooks of providers. */
  | { url: AreaName }
  /** The WebSocket API: its authorizer, or its routes. */
  | { socket: 'authorizer' | 'messages' }
  /** The user pool. */
  | { userPool: 'postConfirmation' }
  /** All records of the table's stream. Only the dispatcher has this. */
  | { dispatch: true }

export type QueueOptions = {
  /** The most batches that are processed at the same time, at least 2; by default 5. */
  maxConcurrency?: number
  /**
   * After how many failed deliveries a message goes to the dead-letter queue, which raises an alarm; by default 9, see runtime/queues.ts.
   */
  maxReceiveCount?: number
}

/** Which changes of the table a worker gets messages about: those that match one of its filters. */
export type ChangeFilter = {
  kind: Kind
  /** By default all three. */
  change?: readonly ('created' | 'changed' | 'removed')[]
  /** Only of items whose text attribute has this value after the change. */
  where?: { attribute: string; value: string }
  /** Of the changes of existing items, only those that change one of these attributes. */
  attributes?: readonly string[]
  /**
   * The message says who made the change and which attributes differ (`told`, see worker.ts); of the attributes listed here, with their
   * values before and after.
   */
  tells?: readonly string[]
  /** Beside `tells`: attributes of which the message also says what they are where they are as before. */
  stands?: readonly string[]
}

/** The prefixes of partition keys, up to the `#`; see table/map.ts. */
export type Partition = (typeof map)[Kind][0] extends infer Line
  ? Line extends `${infer P}#${string}`
    ? P
    : never
  : never

/** Partitions whose items are only created: no role may change or delete them. */
export const appendOnly = ['LEDGER', 'AUDIT'] as const satisfies readonly Partition[]

/** The local secondary indexes. */
export const localIndexes = ['lsi1'] as const satisfies readonly IndexName[]

/** The folders of the media bucket whose objects need no signed URL: people's pictures, under names that cannot be guessed. */
export const publicFolders = ['avatar'] as const
/**
 * The folders that are read and written by signed URLs: files that are being uploaded, those that are kept, and copies of people's data.
 */
export const signedFolders = ['incoming', 'files', 'copies'] as const
/** The folders with uploads that others may open: their objects are scanned for malware. */
export const scannedFolders = ['avatar', 'files'] as const
/** All folders; each is served at the path of its name. */
export const mediaFolders = [...publicFolders, ...signedFolders] as const
export type MediaFolder = (typeof mediaFolders)[number]
/** `parts`: lists the parts of a multipart upload; uploading a part is `put`. */
export type MediaAction = 'put' | 'get' | 'delete' | 'parts'

/**
 * Our own keys. `links` signs the links in mail, `cursors` the cursors of paged lists, `push` the requests to push services (VAPID);
 * `seals` encrypts the credentials of others that are stored in the table.
 */
export type SecretName = 'links' | 'cursors' | 'push' | 'seals'

/**
 * The payment providers whose APIs we call. Our credentials there are kept in Secrets Manager as `touchline/<stage>/<name>`, where an
 * operator puts them; functions/providers/keys.ts says what they hold.
 */
export type ProviderApi = 'stripe' | 'paypal' | 'fluidpay'
