/** Folders that exist while a file's tests run. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/** Creates a folder; called at the top of a file, or of a `describe`, after whose last test it is removed. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns a function that creates another empty folder at each call. */
export function temporaryFolders(): () => string {
  const root = temporaryFolder()
  return () => mkdtempSync(path.join(root, 'folder-'))
}
