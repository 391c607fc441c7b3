/** How tests run: `vite.config.ts` takes it, so that `vitest run FILE` works in any folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { ViteUserConfig } from 'vitest/config'
import { reportFile } from './report-file.mjs'

/** Tests without a page that change the clock, the modules or the environment of the process in which they run. */
const changingTheirProcess = ['src', 'demo', '.ci']
  .flatMap((folder) => readdirSync(folder, { encoding: 'utf8', recursive: true }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.test.ts') && /\bvi\.|\bprocess\.env\[/.test(readFileSync(file, 'utf8')))

export const test: NonNullable<ViteUserConfig['test']> = {
  reporters: reportFile === undefined ? ['default'] : ['default', ['json', { outputFile: reportFile }]],
  env: { NODE_ENV: 'test' },
  // A change of settings changes no test: `--changed` is for the inner loop.
  forceRerunTriggers: [],
  // By itself Vitest would leave one processor idle.
  maxWorkers: availableParallelism(),
  // What a machine needs on which much else runs. A test that waits for a condition never takes it all.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
  projects: [
    {
      extends: true,
      test: {
        name: 'node',
        environment: 'node',
        globalSetup: 'src/server/testing/postgres-for-all.ts',
        include: ['{src,demo,.ci}/**/*.test.ts'],
        exclude: ['**/node_modules/**', ...changingTheirProcess],
        // Files that share a process import everything once.
        isolate: false,
      },
    },
    {
      extends: true,
      test: { name: 'own-process', environment: 'node', include: changingTheirProcess },
    },
    {
      extends: true,
      test: { name: 'packages', environment: 'node', include: ['e2e/packages/*.test.ts'] },
    },
    {
      extends: true,
      test: {
        name: 'page',
        environment: 'happy-dom',
        include: ['{src,demo}/**/*.test.tsx'],
        setupFiles: ['src/form/testing/browser-setup.ts'],
        // A document for each file took as long as the tests themselves.
        isolate: false,
      },
    },
  ],
}
