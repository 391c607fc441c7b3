/** The first steps of a newcomer: from an empty folder, with the packed files and what `init` says, to a registration that arrived. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { type Child, startProgram } from '../child.ts'
import { test } from '../engines/voter-settings.ts'
import { FormPage } from '../form-page.ts'
import { aVoter } from '../people.ts'
import { environment, formatSeconds, remove, tarball } from './example-site.ts'

/** A kind of host of `init`: its page, and the lowest Node where it needs a newer one than the packages. */
const kinds: Readonly<Record<string, { page: string; node?: string }>> = {
  'vite-react': { page: 'http://localhost:5173/' },
  'plain-html': { page: 'http://localhost:5173/' },
  next: { page: 'http://localhost:3000/register' },
  vue: { page: 'http://localhost:5173/' },
  svelte: { page: 'http://localhost:5173/' },
  astro: { page: 'http://localhost:4321/register', node: '>=22.12' },
}
const sandbox = 'http://127.0.0.1:8788'

for (const [kind, { page: address, node }] of Object.entries(kinds))
  test.describe(`First steps: init ${kind}`, () => {
    test('the steps end in a registration that arrived', async ({ page }) => {
      test.setTimeout(900_000)
      const began = Date.now()
      const folder = mkdtempSync(path.join(os.tmpdir(), `voter-registration-first-${kind}-`))
      const env = await environment(node === undefined ? {} : { engines: { node } })
      const running: Child[] = []
      const steps: string[] = []
      const step = async (line: string) => {
        steps.push(line)
        const isInstall = line.startsWith('npm install')
        const words = line.split(' ').map((word) => (isInstall && isOurs(word) ? tarball(word) : word))
        const [program = '', ...args] = words
        return (await promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: 2 ** 26 })).stdout
      }
      const start = async (line: string, ready: string) => {
        steps.push(line)
        const [program = '', ...args] = line.split(' ')
        running.push(await startProgram(program, args, env, ready, undefined, folder))
      }
      try {
        writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
        await step('npm install voter-registration-server')
        const says = await step(`npx --no voter-registration-server init ${kind}`)
        const [, install = ''] = /\d\. (npm install .*)/.exec(says) ?? []
        if (install !== steps[0]) await step(install)
        await step('npm install --save-dev voter-registration-sandbox')
        await start('npx --no voter-registration-sandbox', `${sandbox}/_sandbox/received`)
        if (kind !== 'next')
          await start('npx --no voter-registration-server bff --env-file bff.env', 'http://127.0.0.1:8787/healthz')
        const [, serve = ''] = /\d\. (npx [^,]*?(?:vite|next dev|astro dev)),/.exec(says) ?? []
        await start(serve.replace('npx vite', 'npx --yes vite'), address)
        const servedAt = Date.now()
        await page.goto(address)
        const bff = kind === 'next' ? 'http://localhost:3000/api' : 'http://127.0.0.1:8787'
        const form = new FormPage(page, { bff, site: new URL(address).origin })
        await form.agree.waitFor()
        await form.register(aVoter())
        await form.expectStep('answer')
        const { registrations } = await (await fetch(`${sandbox}/_sandbox/received`)).json()
        expect(registrations.map(({ body }: { body: { first_name: string } }) => body.first_name)).toEqual(['Ada'])
        const took = `${formatSeconds(began, servedAt)} to the page, ${formatSeconds(servedAt)} to the answer`
        console.log(`init ${kind}: ${steps.length} commands, ${took}`)
      } catch (error) {
        throw new Error(`${steps.join('\n')}\n${readFileSync(path.join(folder, 'package.json'), 'utf8')}`, {
          cause: error,
        })
      } finally {
        for (let child = running.pop(); child !== undefined; child = running.pop()) await child.kill()
        remove(folder)
      }
    })
  })

const isOurs = (word: string) => /^voter-registration(-\w+)?$/.test(word)
