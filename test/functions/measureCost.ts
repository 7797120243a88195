/** What a call costs, parsed from the single line that its function logs. */
export async function measureCost(work: () => Promise<unknown>) {
  const lines: string[] = []
  const { info } = console
  console.info = (line: string) => void lines.push(line)
  await work().finally(() => {
    console.info = info
  })
  return JSON.parse(lines[0] ?? '{}') as {
    status: number
    readUnits: number
    writeUnits: number
    calls: number
    trips: number
  }
}
