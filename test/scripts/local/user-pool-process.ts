import { openClub } from './user-pool-club.ts'
import { sendsPasswords } from './user-pool-member.ts'

// Runs a user pool in a separate process, so that a test can kill it. Prints its address and runs until then.
const club = await openClub({ dir: process.argv[2] ?? '', clients: sendsPasswords })
process.stdout.write(`${club.endpoint}\n`)
