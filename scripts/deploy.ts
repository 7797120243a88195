import { checkAccount } from './deploy/account.ts'
import { executePlan } from './deploy/executePlan.ts'
import { checkPlan, checkReadiness } from './deploy/checks.ts'
import { UserError } from './deploy/commands.ts'
import { help, optionsOf, stageToDeploy } from './deploy/options.ts'
import { createPlan } from './deploy/plan.ts'

async function main() {
  const options = optionsOf(process.argv.slice(2))
  if (options.help) return console.log(help)
  const stage = stageToDeploy(options.stage)
  const place = await checkAccount()
  await checkReadiness(options, stage, place)
  const plan = await createPlan(options, stage, place)
  const missingQuota = await checkPlan(options, plan)
  if (!options.preview) await executePlan(options, plan, missingQuota)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
