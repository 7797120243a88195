/** The parts of the report of `npm audit --json` that are used: https://docs.npmjs.com/cli/commands/npm-audit. */
type Advisory = { name: string; title: string; url: string; severity: string }
type Report = {
  auditReportVersion?: number
  vulnerabilities?: Readonly<Record<string, { via: (Advisory | string)[]; fixAvailable: unknown }>>
  message?: string
  error?: { summary?: string }
}

/** Days until a vulnerable package must be updated once a fix is out, by severity: `infra/PROTECTION.md`. */
const days: Readonly<Record<string, number>> = { critical: 3, high: 7, moderate: 30 }
const daysOf = (severity: string): number => days[severity] ?? 90

/** An accepted vulnerability: the day its fix came out, or that there is none, and the last day on which it is accepted. */
type AcceptedVulnerability = { fixed: string; until: string }

/**
 * The rows of the table of `infra/PROTECTION.md` by their advisories: `| GHSA-… | package | fix since | why it stays |
 * until |`.
 */
export const readAccepted = (text: string): ReadonlyMap<string, AcceptedVulnerability> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [, id = '', , fixed = '', reason = '', until = ''] = line.split('|').map((cell) => cell.trim())
      const isComplete = /^GHSA(-\w{4}){3}$/.test(id) && /^(none|\d{4}-\d\d-\d\d)$/.test(fixed) && reason !== ''
      return isComplete && /^\d{4}-\d\d-\d\d$/.test(until) ? [[id, { fixed, until }] as const] : []
    }),
  )

/**
 * Why a deployment has to wait: a sentence for each known vulnerability in production dependencies that is not accepted
 * today, or for a report without results. @param today an ISO day
 */
export function unacceptedVulnerabilities(
  json: string,
  accepted: ReadonlyMap<string, AcceptedVulnerability>,
  today: string,
): string[] {
  const { auditReportVersion, vulnerabilities, message, error } = read(json)
  if (auditReportVersion !== 2 || !vulnerabilities)
    return [`npm audit failed (${message ?? error?.summary ?? 'no report'}).`]
  const reasonByAdvisory = new Map<string, string>()
  for (const { via, fixAvailable } of Object.values(vulnerabilities))
    for (const advisory of via) {
      if (typeof advisory === 'string') continue
      const id = advisory.url.split('/').at(-1) ?? advisory.url
      const reason = rejectionReason(advisory, accepted.get(id), { today, isFixed: fixAvailable !== false })
      if (reason)
        reasonByAdvisory.set(id, `${advisory.name}: ${advisory.title} (${advisory.severity}, ${id}). ${reason}`)
    }
  return [...reasonByAdvisory.values()]
}

type AdvisoryContext = { today: string; isFixed: boolean }
function rejectionReason(
  { severity }: Advisory,
  accepted: AcceptedVulnerability | undefined,
  { today, isFixed }: AdvisoryContext,
): string | undefined {
  if (!accepted)
    return isFixed
      ? 'A fix is available: npm audit fix.'
      : 'There is no fix: remove the package, or write why it stays, and until when.'
  if (today > accepted.until) return `It was accepted until ${accepted.until}.`
  if (accepted.fixed === 'none') return isFixed ? 'It was accepted without a fix, and now there is one.' : undefined
  const last = new Date(Date.parse(accepted.fixed) + daysOf(severity) * 86_400_000).toISOString().slice(0, 10)
  return accepted.until > last ? `It was fixed on ${accepted.fixed}, so it may only stay until ${last}.` : undefined
}

function read(json: string): Report {
  try {
    return JSON.parse(json) as Report
  } catch {
    return {}
  }
}
