// Runs before all other scripts, on the machine's own Node (20 or later) and without packages. Installs the packages if
// node_modules differs from package-lock.json. With --java it also checks for the Java version that DynamoDB Local needs.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const WANTED_NODE = 20
const WANTED_JAVA = 17

function exitWith(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** The packages in a lock file, by folder; empty if the file is missing or invalid. */
function versionsIn(lockFile) {
  if (!existsSync(lockFile)) return {}
  try {
    const { packages = {} } = JSON.parse(readFileSync(lockFile, 'utf8'))
    return packages
  } catch {
    return {}
  }
}

function isInstalled() {
  const wantedVersions = versionsIn(join(root, 'package-lock.json'))
  const installedVersions = versionsIn(join(root, 'node_modules/.package-lock.json'))
  return Object.entries(wantedVersions).every(([folder, { version, optional }]) => {
    if (folder === '') return true
    // npm skips optional packages for other platforms.
    if (!installedVersions[folder]) return optional === true
    return installedVersions[folder].version === version
  })
}

function install() {
  console.log('Installing packages: the first time takes a minute.')
  const options = ['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const npm = process.env.npm_execpath
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) exitWith('The packages could not be installed; npm says why above. Run `npm ci` to try again.')
}

function javaProblem() {
  const home = process.env.JAVA_HOME
  const java = home ? join(home, 'bin', 'java') : 'java'
  const { error, stderr = '' } = spawnSync(java, ['-version'], { encoding: 'utf8' })
  const remedy = `Install Java ${WANTED_JAVA} or newer${home ? ', or point JAVA_HOME at it' : ''}: DynamoDB Local runs on it.`
  if (error) return `There is no Java ${home ? `in JAVA_HOME (${home})` : 'on this machine'}. ${remedy}`
  const [, first = '0', second = '0'] = /version "(\d+)(?:\.(\d+))?/.exec(stderr) ?? []
  // Java 8 reports its version as 1.8.
  const major = Number(first === '1' ? second : first)
  return major >= WANTED_JAVA ? undefined : `This machine has Java ${major || 'of an unknown version'}. ${remedy}`
}

const major = Number(process.versions.node.split('.')[0])
if (major < WANTED_NODE)
  exitWith(`This machine has Node ${process.versions.node}. Install Node ${WANTED_NODE} or newer.`)
if (process.argv.includes('--java')) {
  const problem = javaProblem()
  if (problem) exitWith(problem)
}
if (!isInstalled()) install()
