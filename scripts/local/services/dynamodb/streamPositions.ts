import { readFileSync } from 'node:fs'
import { writeAtomically } from '../../files.ts'
import { StartError } from '../../startError.ts'
import type { StreamReader } from './streamReader.ts'

/** How far a shard has been delivered: the last sequence number, `''` if nothing yet. `done` when its end was reached. */
export type Position = { sequence: string; done: boolean }

/** Milliseconds before a change is written. */
const SOON = 50

/** Nothing of the shard has been delivered. */
export const start: Position = { sequence: '', done: false }

/** By shard id. */
export type Positions = Map<string, Position>

export type PositionFile = {
  /** Undefined if this mapping has never read this stream. */
  read: (mapping: string, stream: string) => Positions | undefined
  /** Written to disk a moment later: if the process is killed before, the last records are delivered again. */
  write: (mapping: string, stream: string, positions: ReadonlyMap<string, Position>) => void
  /** Writes pending changes to disk. */
  save: () => void
}

type StoredPositions = Record<string, { stream: string; shards: [string, Position][] }>

/** Keeps the positions of all mappings in one file, for restarts. */
export function openPositions(file: string): PositionFile {
  const stored = readKept(file)
  let saveTimer: NodeJS.Timeout | undefined
  const save = (): void => {
    saveTimer = undefined
    writeAtomically(file, JSON.stringify(stored))
  }
  return {
    read(mapping, stream) {
      const mappingPositions = stored[mapping]
      return mappingPositions?.stream === stream ? new Map(mappingPositions.shards) : undefined
    },
    write(mapping, stream, positions) {
      stored[mapping] = { stream, shards: [...positions] }
      // Every change of a table advances dozens of mappings.
      saveTimer ??= setTimeout(save, SOON)
    },
    save() {
      if (!saveTimer) return
      clearTimeout(saveTimer)
      save()
    },
  }
}

function readKept(file: string): StoredPositions {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch {
    return {}
  }
  try {
    return JSON.parse(content) as StoredPositions
  } catch {
    throw new StartError(`The positions of streams in ${file} cannot be read: start with --fresh.`)
  }
}

/** The start position of a new mapping. `LATEST` is resolved now and saved; otherwise a crash would lose later records. */
export async function firstPositions(
  from: 'LATEST' | 'TRIM_HORIZON' | undefined,
  reader: StreamReader,
): Promise<Positions> {
  const positions: Positions = new Map()
  if (from !== 'LATEST') return positions
  for (const { ShardId } of await reader.shards()) {
    const position = { ...start }
    let iterator: string | undefined = await reader.after(ShardId, '')
    while (iterator) {
      const { records, next } = await reader.read(iterator)
      position.sequence = records.at(-1)?.dynamodb.SequenceNumber ?? position.sequence
      position.done = next === undefined
      iterator = records.length > 0 ? next : undefined
    }
    positions.set(ShardId, position)
  }
  return positions
}
