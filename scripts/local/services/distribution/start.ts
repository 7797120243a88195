import type { CloudContext, RunningService } from '../service.ts'
import { bucketFiles } from './bucketFiles.ts'
import { deployFiles } from './deployFiles.ts'
import { onlyDistribution, otherDistributions } from './readDistribution.ts'
import { site } from './site.ts'
import { upgrades } from './upgrade.ts'

export async function start({ web, log }: CloudContext): Promise<RunningService> {
  return {
    async serve({ assembly, gate, offers }) {
      const distribution = onlyDistribution(assembly)
      const files = bucketFiles(offers.buckets)
      await deployFiles(assembly, files)
      const main = site({ assembly, distribution, files, httpApi: offers.httpApi, gate, web, log })
      const otherOrigins = new Map(
        otherDistributions(assembly).map(([host, resource]) => [
          host,
          site({ assembly, distribution: resource, files, httpApi: offers.httpApi, gate, log }),
        ]),
      )
      return {
        answer: (request) => (otherOrigins.get(request.headers['host']?.replace(/:\d+$/, '') ?? '') ?? main)(request),
        upgrade: upgrades(assembly, distribution, offers.connect, web?.upgrade),
      }
    },
  }
}
