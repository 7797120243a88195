/** Arguments of `npm run bench`: the names of parts, and a number that sizes some of them, as in `-- faults 60`. */
const args = process.argv.slice(2)
const isNumber = (argument: string) => /^\d+$/.test(argument)

export const requestedNames: readonly string[] = args.filter((argument) => !isNumber(argument))
/** The number, or `byDefault` if there is none. */
export const requestedSize = (byDefault: number): number => Number(args.find(isNumber) ?? byDefault)
