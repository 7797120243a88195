import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '../startError.ts'

export type StartOptions = {
  /** Deletes the data first. */
  fresh: boolean
  port: number
  /** The absolute path of the data folder. */
  dataDir: string
  /** Prints the stack trace of an error. */
  verbose: boolean
}

const USAGE = 'Known are --fresh, --port <number>, --data <folder> and --verbose.'

/** Parses the command line; throws with one sentence for unknown arguments. */
export function readOptions(args: string[], root: string): StartOptions {
  const options = {
    fresh: { type: 'boolean', default: false },
    port: { type: 'string', default: '3000' },
    data: { type: 'string', default: resolve(root, '.local') },
    verbose: { type: 'boolean', default: false },
  } as const
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional') throw new StartError(`"${token.value}" means nothing here. ${USAGE}`)
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(options, token.name) ? options[token.name as keyof typeof options] : undefined
    if (!option) throw new StartError(`There is no ${token.rawName}. ${USAGE}`)
    if ((option.type === 'string') !== (token.value !== undefined)) {
      throw new StartError(`${token.rawName} ${option.type === 'string' ? 'needs a' : 'takes no'} value. ${USAGE}`)
    }
  }
  const { values } = parseArgs({ args, options })
  const port = Number(values.port)
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new StartError(`"${values.port}" is no port: give a number up to 65535.`)
  return { fresh: values.fresh, port, dataDir: resolve(values.data), verbose: values.verbose }
}
