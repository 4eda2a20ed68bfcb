"""A draft of a sheet for everybody who types it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_draw_ranking")]

    operations = [
        migrations.AlterField(
            model_name="sheetdraft",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="drafts", to="tournament.table"
            ),
        ),
        migrations.AddConstraint(
            model_name="sheetdraft",
            constraint=models.UniqueConstraint(fields=("table", "saved_by"), name="draft_once_each"),
        ),
    ]
