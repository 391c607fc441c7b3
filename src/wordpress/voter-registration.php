<?php
/**
 * Plugin Name:       Voter registration
 * Description:       A voter-registration form as a block, a shortcode and a pattern. It is sent through your own BFF.
 * Version:           {version}
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * License:           MIT
 * Text Domain:       voter-registration
 * Domain Path:       /languages
 *
 * @package VoterRegistration
 */

defined( 'ABSPATH' ) || exit;

// The build fills in version and hashes of the script files that come with the plugin.
define( 'VOTER_REGISTRATION_VERSION', '{version}' );
define( 'VOTER_REGISTRATION_INTEGRITY', '{integrity voter-registration.js}' );
define( 'VOTER_REGISTRATION_FACTS_INTEGRITY', '{integrity voter-form-facts.js}' );
define( 'VOTER_REGISTRATION_FILE', __FILE__ );

require __DIR__ . '/includes/settings.php';
require __DIR__ . '/includes/settings-page.php';
require __DIR__ . '/includes/theme.php';
require __DIR__ . '/includes/form.php';
require __DIR__ . '/includes/health.php';

add_action( 'init', 'voter_registration_init' );
add_filter( 'script_loader_tag', 'voter_registration_script_tag', 10, 2 );
add_action( 'admin_init', 'voter_registration_register_setting' );
add_action( 'admin_menu', 'voter_registration_menu' );
add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), 'voter_registration_action_links' );
add_filter( 'site_status_tests', 'voter_registration_health_tests' );
