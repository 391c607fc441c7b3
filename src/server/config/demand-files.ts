import type { BffDependencies } from '../bff-dependencies.ts'
import { programSentence } from '../options/check-options.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { needsStorage, storageMissing } from '../store/storage-options.ts'
import { BffOptions, variables } from './options.ts'

/** @throws ConfigurationError when a real service has no storage, or an option names a file that no dependency reads */
export function demandFiles(options: BffOptions, dependencies: BffDependencies): void {
  if (dependencies.store === undefined && needsStorage(options))
    throw new ConfigurationError([programSentence(storageMissing, BffOptions)])
  const loaders = { partnersFile: ['partners', 'loadPartners'], noticeFile: ['notices', 'loadNotices'] } as const
  for (const name of ['partnersFile', 'noticeFile'] as const) {
    const [dependency, loader] = loaders[name]
    if (options[name] === undefined || dependencies[dependency] !== undefined) continue
    throw new ConfigurationError([
      `${name} (${variables[name]}) is read by serve() only. In a host of your own pass ${dependency}: ${loader}(options) from voter-registration-server/node to createBff.`,
    ])
  }
}
