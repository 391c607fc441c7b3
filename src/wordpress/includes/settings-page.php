<?php
/**
 * The page under Settings, and the link to it.
 *
 * @package VoterRegistration
 */

defined( 'ABSPATH' ) || exit;

/** Adds the page. */
function voter_registration_menu() {
	$title = __( 'Voter registration', 'voter-registration' );
	$page  = add_options_page( $title, $title, 'manage_options', 'voter-registration', 'voter_registration_page' );
	add_action( 'load-' . $page, 'voter_registration_load_page' );
}

/** Loads the script files, on this page alone. */
function voter_registration_load_page() {
	voter_registration_load();
	$file = plugins_url( 'settings-page.js', VOTER_REGISTRATION_FILE );
	wp_enqueue_script( 'voter-registration-settings-page', $file, array(), VOTER_REGISTRATION_VERSION, true );
}

/**
 * Adds a link to the settings to the list of plugins.
 *
 * @param string[] $links The links so far.
 * @return string[]
 */
function voter_registration_action_links( $links ) {
	$address = esc_url( admin_url( 'options-general.php?page=voter-registration' ) );
	$link    = '<a href="' . $address . '">' . esc_html__( 'Settings', 'voter-registration' ) . '</a>';
	return array_merge( array( $link ), $links );
}

/** Prints the page. */
function voter_registration_page() {
	$settings = voter_registration_settings();
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Voter registration', 'voter-registration' ); ?></h1>
		<form method="post" action="options.php">
			<?php settings_fields( 'voter_registration' ); ?>
			<table class="form-table" role="presentation">
				<?php
				voter_registration_row( 'bff', __( 'Address of your BFF', 'voter-registration' ), __( 'The server that keeps your key, for example https://register.partner.example', 'voter-registration' ) );
				voter_registration_row( 'official_url', __( 'Official site', 'voter-registration' ), __( 'Where visitors register when the form cannot be shown. Without it, the form’s page at your BFF.', 'voter-registration' ) );
				voter_registration_row( 'partner', __( 'Name of this form', 'voter-registration' ), __( 'Public. It comes back in events. May be empty.', 'voter-registration' ) );
				voter_registration_row( 'locale', __( 'Language', 'voter-registration' ), '', voter_registration_languages() );
				voter_registration_row( 'look', __( 'Look', 'voter-registration' ), __( 'The site’s colors and fonts come from its block theme.', 'voter-registration' ), voter_registration_looks() );
				?>
				<tr>
					<th scope="row"><?php esc_html_e( 'Script file', 'voter-registration' ); ?></th>
					<td>
						<?php
						/* translators: %s: a version number. */
						printf( esc_html__( 'Version %s, comes with this plugin', 'voter-registration' ), esc_html( VOTER_REGISTRATION_VERSION ) );
						?>
						<br><code><?php echo esc_html( VOTER_REGISTRATION_INTEGRITY ); ?></code>
					</td>
				</tr>
			</table>
			<?php submit_button(); ?>
		</form>
		<h2><?php esc_html_e( 'Check', 'voter-registration' ); ?></h2>
		<p><?php esc_html_e( 'Asks from this browser, as a visitor’s would, for the saved address. Nothing is sent.', 'voter-registration' ); ?></p>
		<p><button type="button" class="button" id="voter-registration-check" aria-describedby="voter-registration-answers" <?php disabled( $settings['bff'], '' ); ?>><?php esc_html_e( 'Check', 'voter-registration' ); ?></button></p>
		<div id="voter-registration-answers" role="status" data-good="<?php esc_attr_e( 'In order', 'voter-registration' ); ?>" data-bad="<?php esc_attr_e( 'To do', 'voter-registration' ); ?>"></div>
		<div id="voter-registration-preview" inert><?php voter_registration_print_form(); ?></div>
	</div>
	<?php
}

/**
 * Prints a setting as a row of the table.
 *
 * @param string                     $name    Its name.
 * @param string                     $label   Its label.
 * @param string                     $help    A sentence below it.
 * @param array<string, string>|null $choices What can be chosen; null where text is typed.
 */
function voter_registration_row( $name, $label, $help, $choices = null ) {
	$value = voter_registration_settings()[ $name ];
	$id    = 'voter-registration-' . $name;
	?>
	<tr>
		<th scope="row"><label for="<?php echo esc_attr( $id ); ?>"><?php echo esc_html( $label ); ?></label></th>
		<td>
			<?php if ( null === $choices ) : ?>
				<input class="regular-text code" type="<?php echo 'partner' === $name ? 'text' : 'url'; ?>" id="<?php echo esc_attr( $id ); ?>" name="voter_registration[<?php echo esc_attr( $name ); ?>]" value="<?php echo esc_attr( $value ); ?>" aria-describedby="<?php echo esc_attr( $id ); ?>-help">
			<?php else : ?>
				<select id="<?php echo esc_attr( $id ); ?>" name="voter_registration[<?php echo esc_attr( $name ); ?>]" aria-describedby="<?php echo esc_attr( $id ); ?>-help">
					<?php foreach ( $choices as $choice => $text ) : ?>
						<option value="<?php echo esc_attr( $choice ); ?>" <?php selected( $value, $choice ); ?>><?php echo esc_html( $text ); ?></option>
					<?php endforeach; ?>
				</select>
			<?php endif; ?>
			<p class="description" id="<?php echo esc_attr( $id ); ?>-help"><?php echo esc_html( $help ); ?></p>
		</td>
	</tr>
	<?php
}
