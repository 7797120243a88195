import { checkAccount } from './deploy/account.ts'
import { carryOut } from './deploy/carryOut.ts'
import { checkPlan, checkReadiness } from './deploy/checks.ts'
import { Advice } from './deploy/commands.ts'
import { help, optionsOf, stageToDeploy } from './deploy/options.ts'
import { planOf } from './deploy/plan.ts'

async function main() {
  const options = optionsOf(process.argv.slice(2))
  if (options.help) return console.log(help)
  const stage = stageToDeploy(options.stage)
  const place = await checkAccount()
  await checkReadiness(options, stage, place)
  const plan = await planOf(options, stage, place)
  const noRoom = await checkPlan(options, plan)
  if (!options.preview) await carryOut(options, plan, noRoom)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof Advice)) throw error
  console.error(error.message)
  process.exitCode = 1
}
