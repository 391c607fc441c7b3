import integrity from 'voter-registration/integrity.json' with { type: 'json' }

export default function configure(config) {
  // The script files of the package become files of this site, at /element/0.3.0/.
  config.addPassthroughCopy({ 'node_modules/voter-registration/dist/element/0.3.0': 'element/0.3.0' })
  config.addGlobalData('integrity', integrity)
}
